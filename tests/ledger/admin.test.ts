import { afterAll, beforeAll, expect, test } from "vitest";
import type { LedgerBalance, JournalEntry } from "#contract/ledger.ts";
import { createSite, type Client, type Site } from "#testing/site.ts";

let site: Site;
let admin: Client;
let first: { eventId: number; typeId: number; orderId: string };
let second: { eventId: number; typeId: number };
beforeAll(async () => {
  site = await createSite();
  admin = await site.as("admin");
  const sell = async (title: string, priceCents: number) => {
    const eventId = await site.create.event({ title });
    const typeId = await site.create.ticketType({ eventId, name: "General", priceCents, feeCents: 200 });
    return { eventId, typeId };
  };
  const one = await sell("Velvet Riddim", 2500);
  second = await sell("Sunrise Fete", 4000);
  const buyer = await site.as("guest");
  const { body } = await site.buy(buyer, [{ ticketTypeId: one.typeId, quantity: 2 }]);
  first = { ...one, orderId: body.id };
  // One order for two events.
  await site.buy(buyer, [
    { ticketTypeId: one.typeId, quantity: 1 },
    { ticketTypeId: second.typeId, quantity: 1 },
  ]);
  for (let more = 0; more < 13; more++) {
    await site.buy(await site.as("guest"), [{ ticketTypeId: second.typeId, quantity: 1 }]);
  }
});
afterAll(() => site.close());

const ledger = async (query = "") => (await admin.get(`/api/admin/ledger${query}`)).body;
const balances = async (query = "") => (await admin.get(`/api/admin/ledger/balances${query}`)).body;
const said = (list: LedgerBalance[]) =>
  Object.fromEntries(list.map(({ account, amountCents }) => [account, amountCents]));

test("the accounts in total, for an order and for an event match the sales, and complete ones sum to zero", async () => {
  const all = (await balances()).accounts;
  expect(said(all)).toEqual({
    provider: 3 * 2500 + 14 * 4000,
    buyers: 0,
    sales: -(3 * 2300 + 14 * 3800),
    fees: -17 * 200,
  });
  expect(all.reduce((sum: number, { amountCents }: LedgerBalance) => sum + amountCents, 0)).toBe(0);

  const order = await balances(`?orderId=${first.orderId}`);
  expect(said(order.accounts)).toEqual({ provider: 5000, buyers: 0, sales: -4600, fees: -400 });
  expect(order.items).toEqual([
    {
      kind: "ticket",
      itemId: first.typeId,
      name: "General",
      currency: "USD",
      salesCents: 4600,
      feeCents: 400,
      taxCents: 0,
    },
  ]);

  // Each event gets its own share of the order for two events.
  const event = await balances(`?eventId=${first.eventId}`);
  expect(said(event.accounts)).toEqual({ sales: -6900, fees: -600 });
  const adminEvent = (await admin.get(`/api/admin/box-office/events/${first.eventId}`)).body;
  expect(adminEvent.paidCents).toBe(7500);
});

test("journal entries are listed newest first, and cursors lead to the last", async () => {
  const pages: JournalEntry[] = [];
  let cursor: string | null = null;
  do {
    const { items, total, nextCursor } = await ledger(cursor === null ? "" : `?cursor=${cursor}`);
    expect(total).toBe(30);
    pages.push(...items);
    cursor = nextCursor;
  } while (cursor !== null);
  expect(new Set(pages.map(({ id }) => id)).size).toBe(30);
  const instants = pages.map(({ at }) => at);
  expect(instants).toEqual(instants.toSorted().toReversed());
  for (const { lines } of pages) expect(lines.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(0);
});

test("an order's journal entries name order, event and type; filters leave out the rest", async () => {
  const { items } = await ledger(`?orderId=${first.orderId}`);
  expect(items.map(({ kind }: JournalEntry) => kind)).toEqual(["sale", "capture"]);
  expect(items[0]).toMatchObject({
    order: { id: first.orderId, buyerName: "Ada Buyer" },
    lines: [
      { account: "buyers", amountCents: 5000, event: null },
      { account: "sales", amountCents: -4600, itemName: "General", event: { title: "Velvet Riddim" } },
      { account: "fees", amountCents: -400 },
    ],
  });
  expect((await ledger(`?eventId=${first.eventId}`)).total).toBe(2);
  expect((await ledger("?account=provider")).total).toBe(15);
  expect((await ledger("?account=disputes")).total).toBe(0);
  expect((await ledger(`?kind=sale&eventId=${second.eventId}`)).total).toBe(14);
});

test("only admins can read the ledger", async () => {
  for (const role of ["guest", "user", "moderator"] as const) {
    const answer = await (await site.as(role)).get("/api/admin/ledger/balances");
    expect(answer.status).toBe(403);
  }
});
