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
  const take = (whole: string[]) => {
    lines.push(...whole.filter(Boolean));
    for (const wake of waiting) wake();
  };
  // What is said arrives in pieces: a line counts once all of it is there.
  for (const stream of [child.stdout, child.stderr]) {
    let begun = "";
    stream.setEncoding("utf8").on("data", (chunk: string) => {
      const parts = `${begun}${chunk}`.split("\n");
      begun = parts.pop()!;
      take(parts);
    });
    stream.on("end", () => take([begun]));
  }
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
