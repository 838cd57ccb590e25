import { spawnSync } from "node:child_process";
import { performance } from "node:perf_hooks";
import { StartFailure } from "#server/platform/app-error.ts";

/** At the top level of a script of its own: inside a function, the same loop is about six times as fast. */
const loop = "let s=0;for(let i=0;i<3e8;i++)s+=i";

let hasPrinted = false;

/**
 * How fast this machine is now: the seconds that `node -e` takes for 3e8 additions. Figures of two machines, or of two
 * hours of one machine, compare by it. Another version of Node takes another time, so the version belongs to it.
 */
export function calibrateMachine(): number {
  const before = performance.now();
  const { status } = spawnSync(process.execPath, ["-e", loop], {
    stdio: "ignore",
    env: { ...process.env, NODE_OPTIONS: "" },
  });
  if (status !== 0) throw new StartFailure(`The calibration loop ended with ${status}.`);
  return (performance.now() - before) / 1000;
}

/** Measures the machine and prints it beside the figures that follow. @returns the seconds of the loop */
export function printCalibration(): number {
  hasPrinted = true;
  const seconds = calibrateMachine();
  console.log(`calibration: ${seconds.toFixed(2)} s (node ${process.versions.node} -e '${loop}')`);
  return seconds;
}

/** The machine once more, after the figures: it may have got slower meanwhile. Nothing if there were no figures. */
export const printCalibrationAfter = (): void => void (hasPrinted && printCalibration());
