const STOP_SIGNALS = ['SIGINT', 'SIGQUIT', 'SIGTERM', 'SIGHUP'] as const;

/** One abort for the signals that end a run (a cancelled job sends SIGINT, later SIGTERM); what runs then ends by itself. */
export function stopOnSignals(): { readonly signal: AbortSignal; readonly dispose: () => void } {
  const controller = new AbortController();
  const abort = () => controller.abort();
  for (const name of STOP_SIGNALS) process.on(name, abort);
  return {
    signal: controller.signal,
    dispose: () => {
      for (const name of STOP_SIGNALS) process.off(name, abort);
    },
  };
}
