import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

const pollEveryMs = 1000;

/**
 * Ends this program as SIGTERM does once the npm that started it is gone: npm passes a signal on to its shell at most,
 * and SIGKILL to nobody. A program that was started without npm outlives whoever started it.
 */
export function endWithNpm(): void {
  const script = process.env.npm_lifecycle_script;
  if (script === undefined) return;
  const shell = process.ppid;
  const isThere = watchNpm(shell, script);
  const timer = setInterval(() => {
    if (process.ppid === shell && isThere()) return;
    clearInterval(timer);
    // Until the site handles the signal, there is nothing to stop.
    if (!process.emit("SIGTERM", "SIGTERM")) process.exit(143);
  }, pollEveryMs).unref();
}

/**
 * npm runs a script through a shell, and a script that installs starts itself again. Some shells stay between npm and
 * the script, others become the script.
 */
function watchNpm(parent: number, script: string): () => boolean {
  if (process.platform === "win32") return () => isAlive(parent);
  const between: { pid: number; parent: number }[] = [];
  let npm = parent;
  for (let read = readProcess(npm); read.commandLine.includes(script); read = readProcess(npm)) {
    between.push({ pid: npm, parent: read.parent });
    npm = read.parent;
  }
  if (between.length === 0) return () => true;
  // A killed npm that nobody has waited for still has its number, but no longer its children.
  if (process.platform === "linux")
    return () => between.every(({ pid, parent: was }) => readProcess(pid).parent === was);
  return () => isAlive(npm);
}

function readProcess(pid: number): { parent: number; commandLine: string } {
  try {
    if (process.platform === "linux") {
      const status = readFileSync(`/proc/${pid}/status`, "utf8");
      const commandLine = readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
      return { parent: Number(/^PPid:\s*(\d+)/m.exec(status)?.[1] ?? 0), commandLine };
    }
    const { stdout } = spawnSync("ps", ["-o", "ppid=,command=", "-p", String(pid)], { encoding: "utf8" });
    return { parent: Number.parseInt(stdout, 10) || 0, commandLine: stdout };
  } catch {
    return { parent: 0, commandLine: "" };
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
