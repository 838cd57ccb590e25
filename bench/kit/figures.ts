import { StartFailure } from "#server/platform/app-error.ts";

/**
 * The value below which a share of the samples lies.
 *
 * @throws StartFailure if there are no samples: then there is no figure, and the benchmark fails
 */
export function percentile(samples: number[], share: number): number {
  if (samples.length === 0) throw new StartFailure("There are no samples to take a figure from.");
  const sorted = samples.toSorted((a, b) => a - b);
  return requireFigure(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!);
}

/**
 * One figure divided by another.
 *
 * @throws StartFailure if the result is no figure: infinite, zero or not a number
 */
export const ratioOf = (value: number, limit: number): number => requireFigure(value / limit);

/** @throws StartFailure unless it is a positive number */
export function requireFigure(value: number): number {
  if (Number.isFinite(value) && value > 0) return value;
  throw new StartFailure(`${value} is no figure. See what went wrong above.`);
}

/** Fails the benchmark, at its end, for answers that it shouldn't have got. */
export function reportFailures(failures: string[]): void {
  for (const failure of new Set(failures)) console.log(`failure: ${failure}`);
  if (failures.length > 0) process.exitCode = 1;
}

/** `p50 12.3 ms, p95 …, p99 …`. */
export function spread(samples: number[]): string {
  const at = (share: number) => `${percentile(samples, share).toFixed(1)} ms`;
  return `p50 ${at(0.5)}, p95 ${at(0.95)}, p99 ${at(0.99)}`;
}

/** Reads `--name value` options. */
export function readOptions(args: string[], defaults: Record<string, string>): Record<string, string> {
  const options = { ...defaults };
  for (let index = 0; index < args.length; index += 2) {
    const name = args[index]!.replace(/^--/, "");
    if (!(name in defaults))
      throw new StartFailure(`There is no option --${name}; there are: ${Object.keys(defaults).join(", ")}`);
    options[name] = args[index + 1] ?? "";
  }
  return options;
}
