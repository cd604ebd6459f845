/** Name of the state in which main leaves its run token for post. */
export const RUN_TOKEN_STATE = 'run-token';
export const LOCK_DIR_STATE = 'lock-dir';
