import type { StreamOffer, StreamView } from "#contract/streams/streams.ts";
import { findEventInfo } from "#server/modules/events/index.ts";
import { getPictures } from "#server/modules/media/index.ts";
import { findShownName } from "#server/modules/shop/index.ts";
import type { Queryable } from "#server/platform/db/database.ts";
import type { ViewRow } from "./admin/store.ts";

type Parts = Pick<ViewRow, "pictureId" | "offerProductId" | "offerEventId">;

/** What one stream shows of other modules: its poster, and what its viewers can buy. */
export async function findShownParts(db: Queryable, row: Parts): Promise<Pick<StreamView, "poster" | "offer">> {
  const { pictureId } = row;
  const posters = await getPictures(db, pictureId === null ? [] : [pictureId]);
  return { poster: posters.get(pictureId ?? 0) ?? null, offer: await findOffer(db, row) };
}

/** What is offered beside a stream; null if that isn't shown to visitors anymore. */
export async function findOffer(
  db: Queryable,
  { offerProductId, offerEventId }: Omit<Parts, "pictureId">,
): Promise<StreamOffer | null> {
  if (offerProductId !== null) {
    const product = await findShownName(db, offerProductId);
    return product === undefined ? null : { kind: "product", id: offerProductId, ...product };
  }
  if (offerEventId === null) return null;
  const event = (await findEventInfo(db, [offerEventId])).get(offerEventId);
  if (event === undefined || event.isOver || event.status !== "on") return null;
  return { kind: "event", id: event.id, slug: event.slug, title: event.title };
}
