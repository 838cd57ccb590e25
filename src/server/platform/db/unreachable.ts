/** The network's and PostgreSQL's names for a connection that is not there, or not any more. */
const cutOff = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOENT",
  "EPIPE",
  "ETIMEDOUT",
  "08001",
  "08003",
  "08006",
  "57P01",
  "57P02",
  "57P03",
]);

/**
 * What else passes by itself: too many connections, a wait for a lock or a statement that took too long, two transactions
 * in each other's way, no space left.
 */
const passing = new Set(["25P03", "40001", "40P01", "53100", "53200", "53300", "55P03", "57014"]);

/** What `pg` says without a code. */
const said = /timeout exceeded|Connection terminated|not queryable|Client was closed/;

interface Failure {
  code?: string | undefined;
  message: string;
}

/** True for an error that says that there is no connection: whoever else asks now hears the same. */
export function isCutOff(error: Failure): boolean {
  return cutOff.has(error.code ?? "") || said.test(error.message);
}

/**
 * True for an error that says only that the database cannot do it just now: the same call may succeed in a moment.
 * Whether a statement that was under way took effect is not known then.
 */
export function isUnreachable(error: Failure): boolean {
  return isCutOff(error) || passing.has(error.code ?? "");
}
