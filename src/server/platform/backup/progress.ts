import type { StartLog } from "../app-error.ts";

const reportEveryMs = 5000;

/** Counts bytes, and says every five seconds how many there were. */
export interface Progress {
  add(count: number): void;
  readonly bytes: number;
}

/** @param done what was done with the bytes: "Backed up" */
export function startProgress(done: string, log: StartLog): Progress {
  let bytes = 0;
  let saidAt = performance.now();
  return {
    add(count) {
      bytes += count;
      if (performance.now() - saidAt < reportEveryMs) return;
      saidAt = performance.now();
      log.info(`${done} ${describeBytes(bytes)} …`);
    },
    get bytes() {
      return bytes;
    },
  };
}

/** 1.2 GB, 340 MB. */
export function describeBytes(bytes: number): string {
  return bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${(bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0)} MB`;
}
