import { StartFailure } from "#server/platform/app-error.ts";

/** The value below which a share of the samples lies. */
export function percentile(samples: number[], share: number): number {
  if (samples.length === 0) return Number.NaN;
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!;
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
