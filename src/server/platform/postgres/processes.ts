import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

/**
 * Process ids of one database's postmaster and children, found by the tag in their command lines. Zombies have none and
 * are not listed. Linux and macOS only.
 *
 * A process id alone proves nothing: after a container restarts, the old number usually belongs to another process.
 */
export function processesOf(tag: string): number[] {
  return commandLines()
    .filter(({ pid, line }) => pid !== process.pid && line.includes(tag) && line.includes("postgres"))
    .map(({ pid }) => pid);
}

function commandLines() {
  if (process.platform !== "linux") {
    return execFileSync("ps", ["-axo", "pid=,command="], { encoding: "utf8" })
      .split("\n")
      .map((row) => ({ pid: Number.parseInt(row, 10), line: row }));
  }
  // A slim Debian has no `ps`.
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), line: readCommandLine(name) }));
}

function readCommandLine(pid: string) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
}
