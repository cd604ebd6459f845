import { n as stopOutsideParts, t as outsideParts } from "./outside-parts.js";

export { stopOutsideParts };