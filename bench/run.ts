import "../scripts/plain-failures.ts";

const benchmarks = [
  "on-sale",
  "pages",
  "lists",
  "shop",
  "live",
  "live-segments",
  "community",
  "email",
  "analytics",
  "proof",
] as const;

/** `npm run bench -- NAME [options]`: runs one benchmark; each prints ratios against a limit measured in the same run. */
const [name, ...options] = process.argv.slice(2);
if (!benchmarks.some((known) => known === name)) {
  console.error(`Name a benchmark: ${benchmarks.join(", ")}`);
  process.exit(2);
}
const { run } = (await import(`./${name}.ts`)) as { run: (options: string[]) => Promise<void> };
await run(options);
// A benchmark whose figures are wrong has set the code.
process.exit();
