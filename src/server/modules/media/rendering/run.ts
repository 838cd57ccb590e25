import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { PictureFault } from "#server/platform/pictures/open-picture.ts";
import type { Drawn } from "./draw.ts";
import type { Focal } from "./rules.ts";

/** What a drawing process is to do: a picture in all sizes into the folder `target`, or the card into the file `target`. */
export interface DrawOrder {
  what: "picture" | "card";
  file: string;
  target: string;
  focal: Focal;
}

/** What came of it. */
export type DrawAnswer = { drawn: Drawn } | { card: true } | { fault: PictureFault };

const program = fileURLToPath(new URL("./draw-process.ts", import.meta.url));
/** A picture of the most pixels takes a few seconds; a machine under load gets patience. */
const mostMs = 90_000;

/**
 * Lets a process of its own do the drawing, one picture each, and ends it when it takes too long.
 *
 * @throws Error when the process broke: the same may succeed later
 */
export function runDrawing(order: DrawOrder): Promise<DrawAnswer> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, JSON.stringify(order)], {
      stdio: ["pipe", "pipe", "pipe"],
      // No secrets for a process that reads strangers' files.
      env: { NODE_ENV: "production" },
    });
    let said = "";
    let complaint = "";
    const timer = setTimeout(() => child.kill("SIGKILL"), mostMs);
    child.stdout.setEncoding("utf8").on("data", (text: string) => (said += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (complaint = (complaint + text).slice(-2000)));
    child.stdin.on("error", () => undefined);
    child.once("error", reject);
    child.once("close", (code, signal) => {
      clearTimeout(timer);
      if (code === 0) return resolve(JSON.parse(said) as DrawAnswer);
      reject(new Error(`drawing ended with ${code ?? signal}: ${complaint}`));
    });
  });
}
