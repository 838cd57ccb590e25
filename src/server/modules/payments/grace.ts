import { inTransaction } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import { putOff } from "./store.ts";

/** Seconds by which a subject's deadline moves back, once, when the provider is down. */
export const graceSeconds = 600;

/**
 * Gives buyers who can't pay because the provider is down ten more minutes: their page closes and their order expires
 * that much later. Once per subject, on any node, however many attempts it has and however long the outage lasts.
 * Subjects that are no longer live, or had their grace, stay as they are.
 *
 * Never throws: without the grace the old deadline stands, which is also safe.
 *
 * @param paymentIds attempts for which the provider didn't respond
 */
export async function giveGrace(deps: Deps, paymentIds: string[]): Promise<void> {
  if (paymentIds.length === 0) return;
  try {
    const given = await inTransaction(deps.db, async (tx) => {
      const late = await putOff(tx, paymentIds, graceSeconds);
      await deps.bus.emit(
        tx,
        "payment.put_off",
        late.map(({ id, subjectId }) => ({ paymentId: id, subjectId, seconds: graceSeconds })),
      );
      return late.length;
    });
    if (given > 0)
      deps.log.warn({ orders: given }, "the payment provider isn't responding: holding stock ten minutes longer");
  } catch (error) {
    deps.log.error({ err: error }, "couldn't extend holds while the payment provider isn't responding");
  }
}
