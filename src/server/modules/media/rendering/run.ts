import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { PictureRefusal } from "#server/platform/pictures/open-picture.ts";
import type { Drawn } from "./draw.ts";
import type { Focal } from "./rules.ts";

/**
 * The task of a drawing process: an image in all sizes into the folder `target`, or the card into the file `target`.
 */
export interface DrawOrder {
  what: "picture" | "card";
  file: string;
  target: string;
  focal: Focal;
}

/** Its result. */
export type DrawAnswer = { drawn: Drawn } | { card: true } | { refusal: PictureRefusal };

const program = fileURLToPath(new URL("./draw-process.ts", import.meta.url));
/** The largest image takes a few seconds; a machine under load gets more time. */
const mostMs = 90_000;

/**
 * Draws one image in a separate process, and kills it when it takes too long.
 *
 * @throws Error when the process failed: it may succeed later
 */
export function runDrawing(order: DrawOrder): Promise<DrawAnswer> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, JSON.stringify(order)], {
      stdio: ["pipe", "pipe", "pipe"],
      // No secrets for a process that reads untrusted files.
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
