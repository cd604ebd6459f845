import manifest from '../package.json' with { type: 'json' };

/** Version of this tool, as results carry it. */
export const TOOL_VERSION: string = manifest.version;
