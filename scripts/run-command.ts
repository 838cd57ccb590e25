/**
 * Runs an operator's command. Ctrl-C and SIGTERM abort it, so that it cleans up. An expected failure prints only its
 * message; anything unexpected prints its stack. Both exit with 1.
 */
export async function runCommand(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const abort = new AbortController();
  for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => abort.abort());
  try {
    await work(abort.signal);
  } catch (error) {
    const { name, constructor, code } = error as Error & { code?: unknown };
    const isExplained =
      name === "StartFailure" || constructor.name === "ConfigError" || String(code).startsWith("ERR_PARSE_ARGS");
    if (abort.signal.aborted) console.error("Interrupted. Nothing is left behind.");
    else console.error(isExplained ? (error as Error).message : error);
    process.exitCode = 1;
  }
}
