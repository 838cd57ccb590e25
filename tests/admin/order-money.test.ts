import { afterEach, expect, test } from "vitest";
import { afterRefunds, takenBack } from "#contract/figures.ts";
import { parseTable } from "#server/platform/tables/parse-table.ts";
import { tableLimits } from "#server/platform/tables/table.ts";
import { createStripeSite, openOrder } from "#tests/payments/stripe-kit.ts";
import type { Client } from "#testing/site.ts";
import { refund, wish } from "#tests/refunds/kit.ts";

type StripeSite = Awaited<ReturnType<typeof createStripeSite>>;
let site: StripeSite;
afterEach(() => site.close());

/** A paid order of two tickets for $60 each. */
async function open() {
  site = await createStripeSite();
  const admin = await site.as("admin");
  const eventId = await site.create.event({ title: "Velvet Riddim" });
  const ticketTypeId = await site.create.ticketType({ eventId, capacity: 20, priceCents: 6000 });
  const order = await openOrder(site, { quantity: 2, ticketTypeId });
  await site.stripe.pay(order.session);
  const detail = await readDetail(admin, order.id);
  return { admin, eventId, order, detail, charge: site.stripe.chargeIn(order.session).id };
}

const readDetail = async (admin: Client, id: string) => (await admin.get(`/api/admin/orders/${id}`)).body;

/** Total, refunded and net of an order as each list, page and file of staff shows them. Cents. */
async function shownOf(admin: Client, { id, eventId }: { id: string; eventId: number }) {
  const detail = await readDetail(admin, id);
  const shown: Record<string, unknown> = { page: [detail.totalCents, detail.returnedCents, detail.netCents] };
  const lists = {
    all: "",
    event: `eventId=${eventId}`,
    customer: `customerOf=${id}`,
    person: `personId=${detail.buyer.id}`,
  };
  for (const [name, query] of Object.entries(lists)) {
    const { body } = await admin.get(`/api/admin/orders?${query}`);
    const row = body.items.find((each: { id: string }) => each.id === id);
    shown[name] = [row!.totalCents, row!.refundedCents, row!.netCents];
  }
  const heads = ["Total", takenBack, afterRefunds];
  const centsIn = (head: readonly unknown[], row: readonly unknown[]) =>
    heads.map((name) => Math.round(Number(row[head.indexOf(name)]) * 100));
  for (const format of ["csv", "xlsx"]) {
    const file = await site.app.server.inject({
      url: `/api/admin/orders.${format}?eventId=${eventId}`,
      headers: { authorization: `Bearer ${admin.token}` },
    });
    const [head, ...rows] = parseTable({ bytes: file.rawPayload }, tableLimits).rows.map(({ cells }) => cells);
    shown[format] = centsIn(
      head!,
      rows.find((row) => row.includes(detail.number))!,
    );
  }
  const { body: customer } = await admin.get(`/api/admin/customers/${id}`);
  return { shown, spend: customer.spend };
}

const everywhere = (...cents: number[]) =>
  Object.fromEntries(["page", "all", "event", "customer", "person", "csv", "xlsx"].map((name) => [name, cents]));

test("an order with one of two tickets refunded shows total, refunded and net in every list, page and file", async () => {
  const { admin, eventId, order, detail } = await open();
  expect((await shownOf(admin, { id: order.id, eventId })).shown).toEqual(everywhere(12_000, 0, 12_000));
  const one = wish(6000, { ticketIds: [detail.tickets[0]!.id] });
  expect((await refund(admin, order.id, one)).status).toBe(201);
  const { shown, spend } = await shownOf(admin, { id: order.id, eventId });
  expect(shown).toEqual(everywhere(12_000, 6000, 6000));
  expect(spend).toEqual([{ currency: "USD", cents: 6000 }]);
});

test("a refund that was made at the provider counts before staff match it to a ticket", async () => {
  const { admin, eventId, order, charge } = await open();
  await site.stripe.refundInDashboard(charge, 6000);
  expect(await shownOf(admin, { id: order.id, eventId })).toEqual({
    shown: everywhere(12_000, 6000, 6000),
    spend: [{ currency: "USD", cents: 6000 }],
  });
});

test("money that a bank took back by a lost dispute isn't kept", async () => {
  const { admin, eventId, order, charge } = await open();
  const dispute = await site.stripe.dispute(charge);
  expect((await shownOf(admin, { id: order.id, eventId })).shown).toEqual(everywhere(12_000, 0, 12_000));
  await site.stripe.closeDispute(dispute.id, "lost");
  expect(await shownOf(admin, { id: order.id, eventId })).toEqual({
    shown: everywhere(12_000, 12_000, 0),
    spend: [{ currency: "USD", cents: 0 }],
  });
});

test("an order that was never paid has no net, and a payment that it couldn't use isn't a refund of it", async () => {
  const { admin, eventId } = await open();
  const ticketTypeId = await site.create.ticketType({ eventId, capacity: 20, priceCents: 6000 });
  const { id } = await openOrder(site, { ticketTypeId });
  const { body } = await admin.get(`/api/admin/orders?eventId=${eventId}`);
  expect(body.items.find((row: { id: string }) => row.id === id)).toMatchObject({
    totalCents: 6000,
    refundedCents: 0,
    netCents: 0,
  });
  expect(await readDetail(admin, id)).toMatchObject({ returnedCents: 0, netCents: 0 });
});
