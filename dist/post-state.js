// src/post-state.ts
/** Name of the state in which main leaves its run token for post. */
const RUN_TOKEN_STATE = "run-token";
const LOCK_DIR_STATE = "lock-dir";

export { RUN_TOKEN_STATE as n, LOCK_DIR_STATE as t };