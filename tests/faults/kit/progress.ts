/** True for the long form: `npm run faults -- --full`, `npm test -- --full`. */
export const isFull = process.env.TEST_FULL === "1";

const isTold = process.env.FAULTS_PROGRESS === "1";
let lastAt = 0;

/** Says how far a long run is, at most once a second and at its end. Only `npm run faults` listens. */
export function report(
  what: string,
  { done, of, unit, violations }: { done: number; of: number; unit: string; violations: number },
): void {
  if (!isTold || (done < of && Date.now() - lastAt < 1000)) return;
  lastAt = Date.now();
  process.stdout.write(`  ${what}: ${done} of ${of} ${unit}, ${violations} violations\n`);
}
