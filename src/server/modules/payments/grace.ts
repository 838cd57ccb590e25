import { inTransaction } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import { putOff } from "./store.ts";

/** Seconds by which the deadline of a subject is put off, once, when the provider is down. */
export const graceSeconds = 600;

/**
 * Gives buyers who cannot pay because the provider is down ten minutes more: the page is closed, and what is paid for is
 * given up, that much later. Once a subject, however many attempts it has, on whatever node and however long it lasts.
 * What is no longer live, or had its grace, stays as it is.
 *
 * Never throws: without the grace the old deadline stands, which is safe as well.
 *
 * @param paymentIds attempts about which the provider was asked in vain
 */
export async function giveGrace(deps: Deps, paymentIds: string[]): Promise<void> {
  if (paymentIds.length === 0) return;
  try {
    const given = await inTransaction(deps.db, async (tx) => {
      const late = await putOff(tx, paymentIds, graceSeconds);
      await deps.facts.tell(
        tx,
        "payment.put_off",
        late.map(({ id, subjectId }) => ({ paymentId: id, subjectId, seconds: graceSeconds })),
      );
      return late.length;
    });
    if (given > 0)
      deps.log.warn({ orders: given }, "the payment provider does not answer: stock is held ten minutes longer");
  } catch (error) {
    deps.log.error({ err: error }, "no grace could be given while the payment provider does not answer");
  }
}
