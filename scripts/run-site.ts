/**
 * Runs the site in this process. An expected start failure prints only its message; anything unexpected prints its
 * stack.
 *
 * @param options.prepare runs before the server is loaded
 */
export async function runSite({ dev = false, prepare }: { dev?: boolean; prepare?: () => void } = {}) {
  try {
    prepare?.();
    const { main } = await import("#server/main.ts");
    await main({ dev });
  } catch (error) {
    console.error(explain(error));
    process.exit(1);
  }
}

function explain(error: unknown) {
  if (!(error instanceof Error)) return error;
  const { code, port } = error as NodeJS.ErrnoException & { port?: number };
  if (code === "EADDRINUSE") {
    return `Port ${port} is in use by another program. Stop that program, or set PORT to another number.`;
  }
  // Their messages are written for the operator.
  const isExplained = error.name === "StartFailure" || error.constructor.name === "ConfigError";
  return isExplained ? error.message : error;
}
