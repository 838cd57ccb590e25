import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createSite, draft, type Client, type Site } from "#testing/site.ts";
import { saveLatest } from "#testing/save-latest.ts";

let site: Site;
let admin: Client;
beforeAll(async () => {
  site = await createSite();
  admin = await site.as("admin");
});
afterAll(() => site.close());

const passedOn = { kind: "passed_on", percentHundredths: 400, ticketCents: 99 };
const input = (change: object = {}) => ({
  name: "General",
  pricing: "fixed",
  priceCents: 5000,
  capacity: 20,
  ticketsPerUnit: 1,
  minPerOrder: 1,
  maxPerOrder: 10,
  ...change,
});

async function createEvent(rule?: object) {
  const eventId = await site.create.event();
  const path = `/api/admin/events/${eventId}` as const;
  const setFees = (next: object) => admin.call("PUT", `${path}/fees`, next);
  if (rule !== undefined) await setFees(rule);
  const add = async (change: object = {}) => {
    const { status, body } = await admin.post(`${path}/ticket-types`, input(change));
    return { status, body, id: Number(body.types?.at(-1)?.id) };
  };
  const prices = async () =>
    (await admin.get(`${path}/ticket-types`)).body.types.map((type: any) => [type.priceCents, type.feeCents]);
  return { eventId, path, setFees, add, prices };
}

test("an event that passes fees on adds them to its prices, and guests see the full price first", async () => {
  const { eventId, add } = await createEvent(passedOn);
  const { id } = await add();
  await add({ name: "Table", priceCents: 20_000, ticketsPerUnit: 4 });
  const { body } = await site.anon.get(`/api/events/${eventId}`);
  expect(body.ticketTypes).toMatchObject([
    { priceCents: 5299, feeCents: 299 },
    { priceCents: 21_196, feeCents: 1196 },
  ]);
  const ordered = await (await site.as("guest")).post("/api/orders", draft([{ ticketTypeId: id, quantity: 2 }]));
  expect(ordered.body).toMatchObject({ subtotalCents: 10_598, feeCents: 598, totalCents: 10_598 });
});

test("who pays the fees changes what guests pay, not what the organizer gets, and existing orders stay unchanged", async () => {
  const { setFees, add, prices } = await createEvent();
  const { id } = await add({ priceCents: 5500, feeCents: 500 });
  await add({ name: "RSVP", pricing: "free", priceCents: undefined });
  const buyer = await site.as("guest");
  const { body: before } = await buyer.post("/api/orders", draft([{ ticketTypeId: id, quantity: 1 }]));

  expect((await setFees({ kind: "absorbed" })).body.event.fees).toEqual({ kind: "absorbed" });
  expect(await prices()).toEqual([
    [5000, 0],
    [0, 0],
  ]);
  await setFees(passedOn);
  expect(await prices()).toEqual([
    [5299, 299],
    [0, 0],
  ]);
  await setFees({ kind: "by_type" });
  expect(await prices()).toEqual([
    [5299, 299],
    [0, 0],
  ]);
  expect((await buyer.get(`/api/orders/${before.id}`)).body).toMatchObject({ totalCents: 5500, feeCents: 500 });
});

test("a type saved as shown stays unchanged", async () => {
  const { add, prices } = await createEvent(passedOn);
  const { id } = await add();
  await saveLatest(site.db, admin, ["ticket-types", id], input({ priceCents: 5299, feeCents: 299 }));
  expect(await prices()).toEqual([[5299, 299]]);
});

test("a copied event keeps its fee rule, and the change is logged", async () => {
  const { eventId, path } = await createEvent(passedOn);
  const { body } = await admin.get(`/api/admin/audit?kind=event&id=${eventId}`);
  expect(body.items[0]).toMatchObject({
    action: "event.fees_changed",
    before: { fees: { kind: "by_type" } },
    after: { fees: passedOn },
  });
  const copied = await admin.post(`${path}/copies`, {
    dates: [{ startsAt: "2037-01-02T02:00:00.000Z", endsAt: "2037-01-02T06:00:00.000Z" }],
  });
  expect(copied.status).toBe(201);
  const { rows } = await sql<{ rule: object }>`
    select fee_rule as rule from events where id <> ${eventId} order by id desc limit 1`.execute(site.db);
  expect(rows[0]!.rule).toEqual(passedOn);
});

test("a price that consists only of fees is refused, and nothing changes", async () => {
  const { setFees, add, prices } = await createEvent();
  await add({ priceCents: 500, feeCents: 500 });
  const refused = await setFees({ kind: "absorbed" });
  expect([refused.status, refused.body.message]).toEqual([400, "The price of “General” must be higher than its fee"]);
  expect(await prices()).toEqual([[500, 500]]);

  const strict = await createEvent({ kind: "absorbed" });
  expect((await strict.add({ priceCents: 500, feeCents: 500 })).body.errors).toMatchObject([{ path: "feeCents" }]);
});

test("a purchase during a fee change is priced entirely by one of the two rules", async () => {
  const { setFees, add } = await createEvent();
  const { id } = await add({ capacity: 200 });
  const buyers = await Promise.all(Array.from({ length: 24 }, () => site.as("guest")));
  const lines = draft([{ ticketTypeId: id, quantity: 1 }]);
  const [, ...orders] = await Promise.all([
    setFees(passedOn),
    ...buyers.map((buyer) => buyer.post("/api/orders", lines)),
  ]);
  const sums = orders.map(({ status, body }) => [status, body.totalCents, body.feeCents]);
  for (const sum of sums)
    expect([
      [201, 5000, 0],
      [201, 5299, 299],
    ]).toContainEqual(sum);
});

test("an amount that guests choose has no fee, whatever the event's rule", async () => {
  const { add, prices } = await createEvent(passedOn);
  const open = { pricing: "open", priceCents: undefined, minimumCents: 500 };
  const refused = await add({ ...open, feeCents: 100 });
  expect([refused.status, refused.body.errors![0]]).toEqual([
    400,
    { message: "Only a fixed price can include fees", path: "feeCents" },
  ]);
  const { id } = await add({ ...open, feeCents: undefined });
  expect(await prices()).toEqual([[0, 0]]);
  const buyer = await site.as("guest");
  const { body } = await buyer.post("/api/orders", draft([{ ticketTypeId: id, quantity: 2, amountCents: 1200 }]));
  expect(body).toMatchObject({ subtotalCents: 2400, feeCents: 0, totalCents: 2400 });
});
