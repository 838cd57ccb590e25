import { existsSync } from "node:fs";

/** Whose permissions the database's programs run with. PostgreSQL refuses to run as root. */
export interface Account {
  /** Options for starting a program. */
  spawn: { uid?: number; gid?: number };
  /** A command that the program's own command line is appended to. */
  wrapper: string[];
  /** Who must own the files, if we can decide it. */
  owner?: { uid: number; gid: number };
}

/** PGDATA, PGPORT, LD_PRELOAD and the like must not reach the database's programs: they get only this. */
export const programEnvironment = { PATH: "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin", LC_ALL: "C" };

/** A command line, its program first. */
export type CommandLine = [program: string, ...args: string[]];

/**
 * The command line that runs a program with the account's permissions. On Linux, the kernel sends the program the given
 * signal the moment we are gone, even by kill -9; elsewhere it lives on, and the next start finds it.
 */
export function commandFor({ wrapper }: Account, deathSignal: "INT" | "KILL", commandLine: CommandLine): CommandLine {
  const bound = existsSync("/usr/bin/setpriv") ? ["setpriv", "--pdeathsig", deathSignal, "--"] : [];
  return [...wrapper, ...bound, ...commandLine] as CommandLine;
}
