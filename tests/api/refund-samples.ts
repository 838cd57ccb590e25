import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Access } from "#contract/endpoint.ts";
import type { Client, Site } from "#testing/site.ts";
import { badIds, badUuids } from "./mutations.ts";
import type { Sample } from "./scene.ts";

const wish = { withFee: true, returnsStock: true, reason: "Asked for it by phone" };

/** Orders to refund, and two whose refunds failed. */
export async function prepareRefunds(site: Site) {
  const admin = await site.as("admin");
  const ticketTypeId = await site.create.ticketType({ eventId: await site.create.event() });
  const buy = async () => (await site.buy(await site.as("guest"), [{ ticketTypeId, quantity: 2 }])).body;
  const [order, toRetry, toPay, partly] = [await buy(), await buy(), await buy(), await buy()];
  await sql`update sandbox.sessions set refund_outcome = 'failed'`.execute(site.db);
  const fail = async (id: string) => {
    const { body } = await admin.post(`/api/admin/orders/${id}/refunds`, { ...wish, amountCents: 5000 });
    return { orderId: id, refundId: body.id };
  };
  const failed = { toRetry: await fail(toRetry.id), toPay: await fail(toPay.id) };
  await site.app.runJob("refunds");
  await sql`update sandbox.sessions set refund_outcome = 'done'`.execute(site.db);
  const returnable = await site.create.event({ refunds: { kind: "before_start", hours: 1, withFees: true } });
  const buyer = await site.as("guest");
  const wanted = [{ ticketTypeId: await site.create.ticketType({ eventId: returnable }), quantity: 2 }];
  const own = { buyer, order: (await site.buy(buyer, wanted)).body };
  return {
    own,
    events: await prepareEventRefunds(site, admin),
    orderId: order.id,
    partly,
    ticketIds: order.tickets.map(({ id }) => id),
    lineId: order.lines[0]!.id,
    ...failed,
  };
}

/** Two canceled events; refunds for one of them have started. */
async function prepareEventRefunds(site: Site, admin: Client) {
  const [toStart, started] = [await callOff(site, admin), await callOff(site, admin)];
  const begun = { withFee: true, includesAdmitted: false, reason: "The storm" };
  const { body } = await admin.post(`/api/admin/events/${started}/refunds`, begun);
  return { toStart, started, refundId: body.latest!.id };
}

/** A canceled event with a paid order. */
async function callOff(site: Site, admin: Client): Promise<number> {
  const eventId = await site.create.event();
  await site.buy(await site.as("guest"), [{ ticketTypeId: await site.create.ticketType({ eventId }), quantity: 1 }]);
  const eventPath = `/api/admin/events/${eventId}` as const;
  const { body: edited } = await admin.get(eventPath);
  await admin.post(`${eventPath}/cancel`, { version: edited.version, note: "The storm" });
  return eventId;
}

type Refunds = Awaited<ReturnType<typeof prepareRefunds>>;

/** Refund calls by staff and buyers. */
export function refundSamples(as: Client, refunds: Refunds): Record<string, Sample> {
  const { orderId, ticketIds, lineId, toRetry, toPay, partly, own, events } = refunds;
  const mine = { ticketIds: [own.order.tickets[0]!.id] };
  const key = () => ({ "idempotency-key": randomUUID() });
  const order = `/api/admin/orders/${orderId}` as const;
  const failed = (of: Refunds["toPay"]) => `/api/admin/orders/${of.orderId}/refunds/${of.refundId}` as const;
  const choice = { ticketIds: [ticketIds[0]!], lineIds: [lineId] };
  const body = { reason: "The bank contacted us" };
  return {
    "POST /api/admin/orders/{id}/refund-quote": {
      as,
      url: `${order}/refund-quote`,
      body: { ...choice, withFee: false, returnsStock: false },
      optional: ["ticketIds", "lineIds", "withFee", "returnsStock"],
    },
    "POST /api/admin/orders/{id}/refunds": {
      as,
      url: `${order}/refunds`,
      body: { ...wish, ...choice, amountCents: 5000, note: "With our apologies", includesAdmitted: false },
      headers: key(),
      optional: ["ticketIds", "lineIds", "note", "includesAdmitted"],
    },
    "POST /api/admin/orders/{id}/amount-refunds": {
      as,
      url: `/api/admin/orders/${partly.id}/amount-refunds`,
      body: { amountCents: 500, leftCents: partly.totalCents, reason: wish.reason, note: "With our apologies" },
      headers: key(),
      optional: ["note"],
    },
    "POST /api/orders/{id}/refund-quote": {
      as: own.buyer,
      url: `/api/orders/${own.order.id}/refund-quote?key=none`,
      body: mine,
    },
    "POST /api/orders/{id}/refunds": {
      as: own.buyer,
      url: `/api/orders/${own.order.id}/refunds?key=none`,
      body: { ...mine, amountCents: 2500 },
      headers: key(),
    },
    "GET /api/admin/events/{id}/refunds": { as, url: `/api/admin/events/${events.started}/refunds` },
    "POST /api/admin/events/{id}/refunds": {
      as,
      url: `/api/admin/events/${events.toStart}/refunds`,
      body: { withFee: true, includesAdmitted: false, reason: wish.reason, note: "We are sorry" },
      headers: key(),
      optional: ["note"],
    },
    "POST /api/admin/events/{id}/refunds/{refundId}": {
      as,
      url: `/api/admin/events/${events.started}/refunds/${events.refundId}`,
      body: { step: "withdraw" },
    },
    "POST /api/admin/orders/{id}/refunds/{refundId}/retry": { as, url: `${failed(toRetry)}/retry`, body },
    "POST /api/admin/orders/{id}/refunds/{refundId}/paid-by-hand": { as, url: `${failed(toPay)}/paid-by-hand`, body },
  };
}

export const refundAccess: Record<string, Access> = {
  "POST /api/orders/{id}/refund-quote": "guest",
  "POST /api/orders/{id}/refunds": "guest",
  "GET /api/admin/events/{id}/refunds": "admin",
  "POST /api/admin/events/{id}/refunds": "admin",
  "POST /api/admin/events/{id}/refunds/{refundId}": "admin",
  "POST /api/admin/orders/{id}/refund-quote": "admin",
  "POST /api/admin/orders/{id}/refunds": "admin",
  "POST /api/admin/orders/{id}/amount-refunds": "admin",
  "POST /api/admin/orders/{id}/refunds/{refundId}/retry": "admin",
  "POST /api/admin/orders/{id}/refunds/{refundId}/paid-by-hand": "admin",
};

export const refundParams = Object.fromEntries(
  Object.keys(refundAccess).map((key) => {
    const path = key.split(" ")[1]!;
    return [path, path.startsWith("/api/admin/events/") ? badIds : badUuids];
  }),
);
