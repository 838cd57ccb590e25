import type { ReconciliationRun } from "#contract/reconciliation-runs.ts";
import type { ReconciliationRunRow } from "./store.ts";

/** Days of a provider's list to read before progress is stored. */
const spanDays = 30;

/** The next part of a provider's list to read; undefined when all of it is read. */
export function nextSpan(readUntil: Date, until: Date): { from: Date; to: Date } | undefined {
  if (readUntil >= until) return undefined;
  const to = new Date(Math.min(until.getTime(), readUntil.getTime() + spanDays * 86_400_000));
  return { from: readUntil, to };
}

/** A reconciliation run as the contract shows it. */
export function toReconciliationRun(row: ReconciliationRunRow): ReconciliationRun {
  const { id, provider, day, startedBy, charges, refunds, disputes, differences, error } = row;
  const whole = row.until.getTime() - row.since.getTime();
  const read = row.readUntil.getTime() - row.since.getTime();
  return {
    id,
    provider,
    day,
    startedBy,
    startedAt: row.startedAt.toISOString(),
    until: row.until.toISOString(),
    progress: row.doneAt !== null || whole <= 0 ? 1 : Math.min(1, Math.max(0, read / whole)),
    charges,
    refunds,
    disputes,
    differences,
    error,
    doneAt: row.doneAt?.toISOString() ?? null,
  };
}
