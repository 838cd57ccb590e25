import type { AdminStream } from "#contract/streams/admin.ts";
import type { StreamNews } from "#contract/streams/streams.ts";
import { recordAction } from "#server/modules/audit/index.ts";
import { AppError, requireFound } from "#server/platform/app-error.ts";
import { inTransaction } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { findOffer } from "../shown-parts.ts";
import { topicOf } from "../status.ts";
import { lockProgress } from "../store.ts";
import { getAdminStream } from "./service.ts";
import * as store from "./store.ts";

/**
 * Shows a stream's viewers a product or an event to buy, at once; null shows nothing.
 *
 * @throws AppError `not_found` for a stream that doesn't exist, or for something that visitors can't see
 */
export function setOffer(
  { db, realtime }: Pick<Deps, "db" | "realtime">,
  staff: Principal,
  id: number,
  wish: { kind: "product" | "event"; id: number } | null,
): Promise<AdminStream> {
  const productId = wish?.kind === "product" ? wish.id : null;
  const eventId = wish?.kind === "event" ? wish.id : null;
  return inTransaction(db, async (tx) => {
    requireFound(await lockProgress(tx, id));
    const before = (await getAdminStream(tx, id)).offer?.title ?? null;
    const offer = await findOffer(tx, { offerProductId: productId, offerEventId: eventId });
    if (wish !== null && offer === null) throw new AppError("not_found", { message: "Visitors can't see that" });
    await store.setOffer(tx, id, { productId, eventId });
    const after = await getAdminStream(tx, id);
    await recordAction(tx, {
      staff,
      action: "stream.changed",
      target: { kind: "stream", id },
      before: { title: after.title, offer: before },
      after: { title: after.title, offer: offer?.title ?? null },
    });
    await realtime.publish(tx, topicOf(id), "offer", { offer } satisfies StreamNews["offer"]);
    return after;
  });
}
