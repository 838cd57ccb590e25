import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

/**
 * Does one task in a separate process, and kills it when it takes too long. For files from people: whatever one does to
 * the decoder, the site is not affected, and the memory that it took is free again afterward.
 *
 * @param program a module that calls `answerIsolated`
 * @param order the task, as plain values
 * @throws Error when the process hung, crashed or was killed
 */
export function runIsolated<Answer>(program: URL, order: object, { maxMs }: { maxMs: number }): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [fileURLToPath(program), JSON.stringify(order)], {
      stdio: ["pipe", "pipe", "pipe"],
      // No secrets for a process that reads untrusted files.
      env: { NODE_ENV: "production" },
    });
    let said = "";
    let complaint = "";
    const timer = setTimeout(() => child.kill("SIGKILL"), maxMs);
    child.stdout.setEncoding("utf8").on("data", (text: string) => (said += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (complaint = (complaint + text).slice(-2000)));
    child.stdin.on("error", () => undefined);
    child.once("error", reject);
    child.once("close", (code, signal) => {
      clearTimeout(timer);
      if (code === 0) return resolve(JSON.parse(said) as Answer);
      reject(new Error(`drawing ended with ${code ?? signal}: ${complaint}`));
    });
  });
}
