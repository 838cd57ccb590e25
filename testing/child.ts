import { spawn } from "node:child_process";
import { once } from "node:events";

/** A process that tests start, read from and kill. */
export interface TestChild {
  pid: number;
  /** All its output so far. */
  lines: string[];
  /** Resolves with the first line that matches; rejects when the process ends without printing one. */
  says(pattern: RegExp): Promise<string>;
  kill(signal: NodeJS.Signals): void;
  /** Its exit code, or the signal that killed it. */
  ended: Promise<number | NodeJS.Signals>;
}

/** Runs a TypeScript file from the repository with the same Node binary. It leads its own process group. */
export const startChild = (file: string, args: string[] = [], environment: NodeJS.ProcessEnv = {}): TestChild =>
  startProgram(process.execPath, [file, ...args], environment);

/** Runs any program. It leads its own process group. */
export function startProgram(command: string, args: string[], environment: NodeJS.ProcessEnv = {}): TestChild {
  const child = spawn(command, args, {
    env: { ...process.env, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  const lines: string[] = [];
  const waiting = new Set<() => void>();
  const addLines = (whole: string[]) => {
    lines.push(...whole.filter(Boolean));
    for (const wake of waiting) wake();
  };
  // Output arrives in chunks: a line counts once it's complete.
  for (const stream of [child.stdout, child.stderr]) {
    let begun = "";
    stream.setEncoding("utf8").on("data", (chunk: string) => {
      const parts = `${begun}${chunk}`.split("\n");
      begun = parts.pop()!;
      addLines(parts);
    });
    stream.on("end", () => addLines([begun]));
  }
  const ended = once(child, "close").then(([code, signal]) => (code ?? signal) as number | NodeJS.Signals);

  return {
    pid: child.pid ?? 0,
    lines,
    ended,
    kill: (signal) => void child.kill(signal),
    says: (pattern) =>
      new Promise((resolve, reject) => {
        const check = () => {
          const line = lines.find((said) => pattern.test(said));
          if (line === undefined) return;
          waiting.delete(check);
          resolve(line);
        };
        waiting.add(check);
        check();
        void ended.then(() => reject(new Error(`ended without printing ${pattern}: ${lines.join(" | ")}`)));
      }),
  };
}
