import { randomInt } from "node:crypto";
import type { BodyOf } from "#contract/endpoint.ts";
import type { createPromoCodes as contract } from "#contract/promotions/promo-codes.ts";
import { recordAction } from "#server/modules/audit/index.ts";
import { createStocks } from "#server/modules/inventory/index.ts";
import { inTransaction, type Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import { answerOnce } from "#server/platform/http/answer-once.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import type { PreparedReply } from "#server/platform/http/route.ts";
import type { IdempotencyClaim } from "#server/platform/idempotency.ts";
import { newId } from "#server/platform/ids.ts";
import { complete } from "./service.ts";
import * as store from "./store.ts";

/** Who creates how many codes. */
interface BatchRequest {
  staff: Principal;
  draft: BodyOf<typeof contract>;
  idempotency: IdempotencyClaim;
}

/**
 * Creates many codes that one order each can use, `SOCA-7K2M-QX4T`, in one transaction: all of them or none. The same
 * Idempotency-Key creates them once and returns the same reply; batches with the same prefix take turns.
 *
 * @throws AppError `invalid_input` | `not_found` | `idempotency_key_reused`
 */
export function createBatch({ db }: Deps, { staff, draft, idempotency }: BatchRequest): Promise<PreparedReply> {
  const { prefix, count, ...rest } = draft;
  return inTransaction(db, async (tx) => {
    await store.lockPrefix(tx, prefix);
    return answerOnce(tx, idempotency, async () => {
      const sound = await complete(tx, { ...rest, code: prefix, totalLimit: 1 });
      const batchId = newId();
      const codes = await drawCodes(tx, prefix, count);
      const stockIds = await createStocks(tx, { kind: "promo", capacity: 1, count });
      await store.insertBatch(tx, { ...store.columnsOf(sound), batch_id: batchId }, { codes, stockIds });
      await store.writeBatchTypes(tx, batchId, sound.ticketTypeIds ?? []);
      await recordAction(tx, {
        staff,
        action: "promo_code.batch_created",
        target: { kind: "promo_code", id: batchId },
        after: { prefix, count, eventId: sound.eventId ?? null, discount: sound.discount },
      });
      return { batchId, count, sample: codes.slice(0, 3) };
    });
  });
}

/** Without what people mix up when they read or hear it: 0 and O, 1, I and L, 5 and S, 8 and B, U and V. */
const letters = "234679ACDEFGHJKMNPQRTWXYZ";

/** A part of a code that nobody can guess: `7K2M-QX4T`, one of 150 billion. */
function drawSuffix(): string {
  const text = Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join("");
  return `${text.slice(0, 4)}-${text.slice(4)}`;
}

/** As many codes as wanted, each different from all that exist. */
async function drawCodes(tx: Tx, prefix: string, count: number): Promise<string[]> {
  const codes = new Set<string>();
  while (codes.size < count) {
    while (codes.size < count) codes.add(`${prefix}-${drawSuffix()}`);
    for (const taken of await store.findTaken(tx, [...codes])) codes.delete(taken);
  }
  return [...codes];
}
