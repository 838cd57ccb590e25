import { randomUUID } from "node:crypto";
import type { Client, Site } from "#testing/site.ts";

/** One event with a row of each kind that belongs to it. Every name in it has its word. */
export type World = Awaited<ReturnType<typeof createWorld>>;

const must = <Body>({ status, body, text }: { status: number; body: Body; text: string }): Body => {
  if (status >= 300) throw new Error(text);
  return body;
};

/** Creates an event with an order, tickets, scans, a note, comps of a host, a guest list and a promoter, all named `word`. */
export async function createWorld(site: Site, admin: Client, word: string) {
  const address = `${word.toLowerCase()}@example.com`;
  const eventId = await site.create.event({ title: `${word} Fete` });
  const ticketTypeId = await site.create.ticketType({ eventId, name: `${word} Entry` });
  const guest = await site.as("guest");
  const buyer = { name: `${word} Buyer`, email: address };
  const order = must(await site.buy(guest, [{ ticketTypeId, quantity: 3 }], "approve", { buyer }));
  const [used, ticket, listed] = order.tickets;
  must(await admin.post("/api/scans", { code: used!.code, eventId, deviceId: word, scanId: randomUUID() }));
  const again = { code: used!.code, eventId, deviceId: `${word} 2`, scanId: randomUUID(), shown: "admitted" };
  must(await admin.post("/api/scans/batch", { scans: [again] }));
  const conflicts = must(await admin.get(`/api/door/conflicts?event=${eventId}`));
  const note = must(
    await admin.post(
      `/api/admin/orders/${order.id}/notes`,
      { text: `${word} note` },
      { "idempotency-key": randomUUID() },
    ),
  );
  const host = must(await admin.post("/api/admin/comp-hosts", { eventId, name: `${word} Host`, budget: 50 }));
  const comp = () =>
    admin.post(
      "/api/admin/comps",
      { ticketTypeId, hostId: host.id, quantity: 1, guest: { name: `${word} Guest`, email: address }, reason: word },
      { "idempotency-key": randomUUID() },
    );
  const guests = [{ line: 1, name: `${word} Listed`, email: "", quantity: 1 }];
  const batch = must(
    await admin.post(
      "/api/admin/comp-batches",
      { ticketTypeId, guests, keepsDuplicates: true, reason: word },
      { "idempotency-key": randomUUID() },
    ),
  );
  await site.app.runJob("comp-batches");
  const promoter = must(
    await admin.post("/api/admin/promoters", {
      name: `${word} Promoter`,
      linkCode: word.toLowerCase(),
      commission: { kind: "none" },
    }),
  );
  await site.app.runJob("order-documents");
  must(await admin.post(`/api/orders/${order.id}/invoice`, { name: `${word} Ltd`, address: "1 Shore Road" }));
  const documents = must(await admin.get(`/api/orders/${order.id}/documents`));
  return {
    word,
    event: eventId,
    ticketType: ticketTypeId,
    order: order.id,
    documentId: documents.items[0]!.id,
    ticket: ticket!.id,
    code: listed!.code,
    order_note: note.id,
    scan_conflict: conflicts.items[0]!.id,
    host: host.id,
    comp: must(await comp()).id,
    batch: batch.id,
    promoter: promoter.id,
  };
}
