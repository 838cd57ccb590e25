// Imported by scripts that people start: an expected failure prints only its sentence.

type ListenError = NodeJS.ErrnoException & { port?: number; address?: string; hostname?: string };

/** Why the site can't listen, by the system's code for it. */
const listenFailures: Record<string, (error: ListenError) => string> = {
  EADDRINUSE: ({ port }) =>
    `Port ${port} is in use by another program. Stop that program, or set PORT to another number.`,
  EADDRNOTAVAIL: ({ address }) => `This machine doesn't have the address ${address}. ${setHost}`,
  ENOTFOUND: ({ hostname }) => `There is no address for the name ${hostname}. ${setHost}`,
  EAI_AGAIN: ({ hostname }) => `The name ${hostname} can't be resolved right now. ${setHost}`,
  EACCES: ({ port }) =>
    `This user can't listen on port ${port}. Set PORT to a number from 1024 up, or start the site as a user who can.`,
};
const setHost = "Set HOST to one of this machine's addresses, or to 0.0.0.0 for all.";

/** What to print of a failure: one sentence if it was to be expected, the whole error with its stack if not. */
export function explainFailure(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { code = "", syscall = "" } = error as ListenError;
  const failure = ["listen", "getaddrinfo"].includes(syscall) ? listenFailures[code] : undefined;
  if (failure !== undefined) return failure(error);
  // Their messages are written for the operator.
  const isExplained = error.name === "StartFailure" || error.constructor.name === "ConfigError";
  return isExplained ? error.message : error;
}

process.on("uncaughtException", (error) => {
  console.error(explainFailure(error));
  process.exit(1);
});
