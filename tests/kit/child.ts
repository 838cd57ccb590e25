import { spawn } from "node:child_process";
import { once } from "node:events";

/** A process that tests start, listen to and kill. */
export interface TestChild {
  pid: number;
  /** All it has said so far. */
  lines: string[];
  /** Resolves with the first line that matches; rejects when the process ends without saying it. */
  says(pattern: RegExp): Promise<string>;
  kill(signal: NodeJS.Signals): void;
  /** Its exit code, or the signal that ended it. */
  ended: Promise<number | NodeJS.Signals>;
}

/** Starts a TypeScript file of the repository with this very Node. It leads a process group of its own. */
export function startChild(file: string, args: string[] = [], environment: NodeJS.ProcessEnv = {}): TestChild {
  const child = spawn(process.execPath, [file, ...args], {
    env: { ...process.env, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  const lines: string[] = [];
  const waiting = new Set<() => void>();
  const hear = (chunk: string) => {
    lines.push(...chunk.split("\n").filter(Boolean));
    for (const wake of waiting) wake();
  };
  child.stdout.setEncoding("utf8").on("data", hear);
  child.stderr.setEncoding("utf8").on("data", hear);
  const ended = once(child, "close").then(([code, signal]) => (code ?? signal) as number | NodeJS.Signals);

  return {
    pid: child.pid ?? 0,
    lines,
    ended,
    kill: (signal) => void child.kill(signal),
    says: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const line = lines.find((said) => pattern.test(said));
          if (line === undefined) return;
          waiting.delete(look);
          resolve(line);
        };
        waiting.add(look);
        look();
        void ended.then(() => reject(new Error(`ended without saying ${pattern}: ${lines.join(" | ")}`)));
      }),
  };
}
