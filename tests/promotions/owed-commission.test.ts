import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "kysely";
import { refund, wish } from "#tests/refunds/kit.ts";
import { createSite, type Client, type Site } from "#testing/site.ts";
import { createPromoter, pay, place } from "./kit.ts";

let site: Site;
let admin: Client;
let eventId: number;
let own: number;
let other: number;
let shirt: number;
beforeAll(async () => {
  site = await createSite();
  admin = await site.as("admin");
  eventId = await site.create.event();
  own = await site.create.ticketType({ eventId, priceCents: 5000, feeCents: 0 });
  other = await site.create.ticketType({ priceCents: 3000, feeCents: 0 });
  const productId = await site.create.product({ kind: "digital" });
  shirt = await site.create.variant({ productId, priceCents: 4000 });
});
afterAll(() => site.close());

type Part = "own" | "other" | "shirt" | "dispute";

// Two tickets of $50 for the link's event, one of $30 for another event, and a shirt of $40: $170 in all.
test.each<[link: "one event" | "all events", gone: Part[], owedCents: number]>([
  ["one event", [], 1000],
  ["one event", ["shirt"], 1000],
  ["one event", ["other"], 1000],
  ["one event", ["own"], 500],
  ["one event", ["own", "shirt"], 500],
  ["one event", ["own", "own"], 0],
  ["one event", ["own", "own", "other", "shirt"], 0],
  ["one event", ["dispute"], 500],
  ["all events", [], 1300],
  ["all events", ["shirt"], 1300],
  ["all events", ["other"], 1000],
  ["all events", ["own"], 800],
  ["all events", ["own", "own", "other"], 0],
  ["all events", ["dispute"], 650],
])("a link of %s, with %j refunded or lost, earns %i cents of commission", async (link, gone, owedCents) => {
  const linkCode = `kezia${link.replace(" ", "")}${gone.join("")}`;
  const id = await createPromoter(admin, { linkCode, ...(link === "one event" ? { eventId } : {}) });
  const buyer = await site.as("guest");
  const lines = [
    { ticketTypeId: own, quantity: 2 },
    { ticketTypeId: other, quantity: 1 },
    { variantId: shirt, quantity: 1 },
  ];
  const placed = await place(buyer, lines, { via: linkCode });
  expect([placed.status, placed.text]).toEqual([201, placed.text]);
  await pay(buyer, placed.body.id);
  const { body: order } = await buyer.get(`/api/orders/${placed.body.id}`);
  const ownIds: number[] = order.tickets.flatMap((ticket: { id: number; eventId: number }) =>
    ticket.eventId === eventId ? [ticket.id] : [],
  );
  const lineOf = (itemId: number, key: "ticketTypeId" | "variantId") =>
    order.lines.find((line: Record<string, unknown>) => line[key] === itemId)!.id;
  for (const part of gone) {
    if (part === "dispute") await loseHalf(order.id);
    else {
      const chosen =
        part === "own"
          ? { ticketIds: [ownIds.shift()] }
          : { lineIds: [part === "other" ? lineOf(other, "ticketTypeId") : lineOf(shirt, "variantId")] };
      const cents = { own: 5000, other: 3000, shirt: 4000 }[part];
      const made = await refund(admin, order.id, wish(cents, chosen));
      expect([made.status, made.text]).toEqual([201, made.text]);
    }
  }
  expect((await admin.get(`/api/admin/promoters/${id}/results`)).body.commissionCents).toBe(owedCents);
});

test("a refund that keeps the fee leaves no commission for its ticket", async () => {
  const ticketTypeId = await site.create.ticketType({ eventId, priceCents: 5000, feeCents: 400 });
  const id = await createPromoter(admin, { linkCode: "keziafees" });
  const buyer = await site.as("guest");
  const { body: placed } = await place(buyer, [{ ticketTypeId, quantity: 2 }], { via: "keziafees" });
  await pay(buyer, placed.id);
  const { body: order } = await buyer.get(`/api/orders/${placed.id}`);
  const owed = async () => (await admin.get(`/api/admin/promoters/${id}/results`)).body.commissionCents;
  for (const [index, cents] of [460, 0].entries()) {
    const back = wish(4600, { ticketIds: [order.tickets[index]!.id], withFee: false });
    expect((await refund(admin, order.id, back)).status).toBe(201);
    expect(await owed()).toBe(cents);
  }
});

test("a link that has sold tickets stays with its event, because that says which of them earned", async () => {
  const id = await createPromoter(admin, { linkCode: "keziastays", eventId });
  const elsewhere = await site.create.event();
  const change = async (to: number) => {
    const { items } = (await admin.get("/api/admin/promoters?q=keziastays")).body;
    const draft = { name: "Kezia", linkCode: "keziastays", commission: { kind: "percent", percent: 20 }, eventId: to };
    return admin.call("PUT", `/api/admin/promoters/${id}`, { ...draft, version: items[0]!.version });
  };
  expect((await change(elsewhere)).status).toBe(200);
  expect((await change(eventId)).status).toBe(200);
  await place(await site.as("guest"), [{ ticketTypeId: own, quantity: 1 }], { via: "keziastays" });
  const refused = await change(elsewhere);
  expect([refused.status, refused.body.errors?.[0]?.path]).toEqual([400, "eventId"]);
  expect((await change(eventId)).status).toBe(200);
});

/** The bank took back half of what the order cost. */
async function loseHalf(orderId: string): Promise<void> {
  await sql`
    insert into disputes (id, payment_id, provider_ref, amount_cents, reason, status, opened_at, closed_at)
    select gen_random_uuid(), id, 'dp_' || id, amount_cents / 2, 'fraudulent', 'lost', clock_now(), clock_now()
    from payments where subject_id = ${orderId}::uuid and status = 'captured'`.execute(site.db);
}
