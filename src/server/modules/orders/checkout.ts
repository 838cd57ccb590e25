import { createHash } from "node:crypto";
import type { CheckoutDraft } from "#contract/orders/orders.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Queryable } from "#server/platform/db/database.ts";
import { PreparedReply } from "#server/platform/http/route.ts";
import { findCheckout, hashBody, type IdempotencyClaim } from "#server/platform/idempotency.ts";
import type { Paying } from "./pay.ts";
import type { Placing } from "./place.ts";

/** Characters of a key with 128 random bits. */
const minKeyLength = 22;

/** A checkout on its way: what placing its order needs. */
type CheckingOut = Omit<Placing, "draft" | "shownTotalCents"> & { draft: CheckoutDraft };

/**
 * Places an order and starts its payment, each as by its own call, so that a repeat with the same key goes on where the
 * first was cut off. The order is answered as soon as it is on hold: if its payment doesn't start, `payment` is null and
 * the same call again, or the payment's own, starts it.
 *
 * @throws AppError `total_changed` if it costs something else than was shown, and what `createPlaceOrder` throws
 */
export function createCheckOut(
  placeOrder: (placing: Placing) => Promise<PreparedReply>,
  payOrder: (paying: Paying) => Promise<PreparedReply>,
) {
  async function answer(order: string, userId: number, key: string, shownTotalCents: number): Promise<PreparedReply> {
    const { id } = JSON.parse(order) as { id: string };
    const idempotency = { userId, route: `POST /api/orders/${id}/payment`, key, bodyHash: noBody };
    let payment = "null";
    try {
      payment = String((await payOrder({ payer: { id: userId }, orderId: id, idempotency, shownTotalCents })).body);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    }
    return new PreparedReply(`{"order":${order},"payment":${payment}}`, 201);
  }

  return {
    /** Checks out with a session. */
    async byBuyer({ draft, ...placing }: CheckingOut): Promise<PreparedReply> {
      const { shownTotalCents, ...order } = draft;
      const idempotency = withKeyHash(placing.idempotency);
      const placed = await placeOrder({ ...placing, draft: order, idempotency, shownTotalCents });
      return answer(String(placed.body), placing.buyer.id, idempotency.key, shownTotalCents);
    },

    /**
     * Repeats a checkout without its session, by its secret key alone.
     *
     * @throws AppError `not_signed_in` if the key placed no order in the last 15 minutes
     */
    async byKey(db: Queryable, claim: IdempotencyClaim, { shownTotalCents }: CheckoutDraft): Promise<PreparedReply> {
      const { key, bodyHash } = withKeyHash(claim);
      const found = await findCheckout(db, key, bodyHash);
      if (found === undefined) throw new AppError("not_signed_in");
      return answer(found.reply, found.userId, key, shownTotalCents);
    },
  };
}

const noBody = hashBody(undefined);

/** A claim as it is stored: its key opens an order, so only the hash is. @throws AppError `invalid_input` if it is short */
function withKeyHash(claim: IdempotencyClaim): IdempotencyClaim {
  if (claim.key.length < minKeyLength)
    throw new AppError("invalid_input", { message: "The Idempotency-Key must be a secret of at least 22 characters" });
  return { ...claim, key: createHash("sha256").update(claim.key).digest("base64url") };
}
