import { sql } from "kysely";
import type { Client, Site } from "#testing/site.ts";
import { buyPickup, buyShipped, readFulfillment, sendParcel, unitsOf } from "./kit.ts";

/** Orders to send, to return, to pick up and to download, and the rates that they were bought by. */
export async function prepareFulfillment(site: Site, admin: Client) {
  await sql`insert into shipping_rates (name, price_cents) values ('Ground', 700)`.execute(site.db);
  const variantId = await site.create.variant({ onHand: 1000 });
  const lines = [{ variantId, quantity: 3 }];
  const toShip = (await buyShipped(site, lines)).order;
  const toHandOver = (await buyShipped(site, lines)).order;
  const sent = (await buyShipped(site, lines)).order;
  const toVoid = (await buyShipped(site, lines)).order;
  const parcelOf = async (orderId: string, units: ReturnType<typeof unitsOf>) =>
    (await sendParcel(admin, orderId, units)).body.parcels[0]!.id;
  const waiting = await buyPickup(site, lines);
  const done = await buyPickup(site, lines);
  const codeOf = async ({ buyer, order }: typeof waiting) => (await readFulfillment(buyer, order.id)).pickup!.code!;
  const doneCode = await codeOf(done);
  const handed = await admin.post("/api/door/pickups/handovers", { code: doneCode, eventId: done.eventId });
  const productId = await site.create.product({ kind: "digital", taxCategory: "digital" });
  await site.app.deps.files.sold.put("samplefile", Buffer.from("%PDF-sample"));
  await sql`
    insert into product_files (product_id, name, bytes, type, store_key)
    values (${productId}, 'Zine.pdf', 11, 'application/pdf', 'samplefile')`.execute(site.db);
  const buyer = await site.as("user");
  const digital = (await site.buy(buyer, [{ variantId: await site.create.variant({ productId }), quantity: 10 }])).body;
  const asked = await buyer.post(`/api/orders/${digital.id}/downloads`, { lineId: digital.lines[0]!.id });
  return {
    toShip,
    toHandOver,
    sent: { order: sent, parcelId: await parcelOf(sent.id, unitsOf(sent, 2)) },
    toVoid: { order: toVoid, parcelId: await parcelOf(toVoid.id, unitsOf(toVoid, 1)) },
    waiting: { order: waiting.order, eventId: waiting.eventId, code: await codeOf(waiting), buyer: waiting.buyer },
    done: { eventId: done.eventId, handoverId: handed.body.handover!.id },
    digital: { buyer, order: digital, url: asked.body.url },
  };
}
