import { sql } from "kysely";
import type { FakeStripe } from "#testing/fake-stripe/index.ts";
import { client, type Site } from "#testing/site.ts";
import { flow, type Hands } from "../flow.ts";
import { difference, compareOrder, openPage as openPageOf, refOf, setUpOrder } from "./scenes.ts";

/** Opens the processor's page and returns its session; undefined if the order is closed by now. */
async function openPage({ send }: Hands, scene: { token: string; orderId: string }): Promise<string | undefined> {
  const path = `/api/orders/${scene.orderId}/payment`;
  const { url } = await send<{ url?: string }>({ path, token: scene.token, key: "pay", orRefused: [409] });
  return url?.split("/").at(-1);
}

/** The buyer pays once: a paid page is closed. The processor repeats webhook events that failed. */
async function payOnce(processor: FakeStripe, session: string | undefined): Promise<void> {
  if (session !== undefined && processor.ledger.session(session).status === "open") await processor.pay(session);
  await processor.webhookEvents.sendPending();
}

/** An order for two paid by card, and an admin who can refund it. */
async function setUpPaidOrder(site: Site, processor: FakeStripe) {
  const scene = await setUpOrder(site, { quantity: 2 });
  const session = refOf(await openPageOf(client(site.app, 0, scene.token), scene.orderId));
  await processor.pay(session);
  const admin = await site.as("admin");
  const { body } = await admin.get(`/api/orders/${scene.orderId}`);
  const ticketIds = body.tickets.map(({ id }: { id: number }) => id);
  const { id: charge } = processor.chargeIn(session);
  return { ...scene, adminToken: admin.token!, ticketIds, charge };
}

const wish = { withFee: true, returnsStock: true, reason: "They can't come" };

/** Checks the number and total of completed refunds. */
async function compareRefunds({ db }: Site, expected: { refunds: number; cents: number }) {
  const { rows } = await sql`
    select count(*)::integer as refunds, coalesce(sum(amount_cents), 0)::integer as cents
    from refunds where status = 'done'`.execute(db);
  return difference("the refunds", rows[0] as object, expected);
}

async function compareDispute({ db }: Site, status: string) {
  const { rows } = await sql`select string_agg(status, ',') as status from disputes`.execute(db);
  return difference("the dispute", rows[0] as object, { status });
}

/** Payments through a card processor over HTTP. */
const cardPayments = [
  flow({
    name: "pay at the card processor",
    covers: ["POST /api/orders/{id}/payment", "POST /api/payments/webhooks/{provider}"],
    paysAtProcessor: true,
    prepare: (site) => setUpOrder(site, { quantity: 2 }),
    async run(hands, scene) {
      await payOnce(hands.processor, await openPage(hands, scene));
    },
    check: (site, scene) => compareOrder(site, scene, { status: "paid", tickets: 2, sold: 2 }),
  }),
  flow({
    name: "the card processor's page is closed at the deadline",
    covers: ["job payments"],
    paysAtProcessor: true,
    prepare: (site) => setUpOrder(site, { quantity: 2 }),
    async run(hands, scene) {
      await openPage(hands, scene);
      await hands.wait(700);
      await hands.runJob("payments");
    },
    check: (site, scene) => compareOrder(site, scene, { status: "expired", tickets: 0, sold: 0 }),
  }),
];

/** Refunds and disputes through the card processor. */
const cardReturns = [
  flow({
    name: "refund an order through the card processor",
    covers: ["POST /api/admin/orders/{id}/refunds", "job refunds"],
    paysAtProcessor: true,
    prepare: setUpPaidOrder,
    async run({ send, runJob }, { adminToken: token, orderId }) {
      const path = `/api/admin/orders/${orderId}/refunds`;
      await send({ path, token, key: "back", body: { ...wish, amountCents: 5000 } });
      await runJob("refunds");
    },
    check: async (site, scene) => [
      ...(await compareOrder(site, scene, { status: "refunded", tickets: 0, sold: 0 })),
      ...(await compareRefunds(site, { refunds: 1, cents: 5000 })),
    ],
  }),
  flow({
    name: "a pending refund at the card processor completes",
    covers: ["job refunds", "POST /api/payments/webhooks/{provider}"],
    paysAtProcessor: true,
    async prepare(site, processor) {
      const scene = await setUpPaidOrder(site, processor);
      processor.ledger.refundsEnd = "pending";
      const admin = client(site.app, 0, scene.adminToken);
      const body = { ...wish, ticketIds: [scene.ticketIds[0]], amountCents: 2500 };
      await admin.post(`/api/admin/orders/${scene.orderId}/refunds`, body);
      return scene;
    },
    async run({ runJob, processor }) {
      await runJob("refunds");
      for (const { id, status } of processor.ledger.refunds.values()) {
        if (status === "pending") await processor.endRefund(id, "succeeded");
      }
      // Refunds sent from here on are complete by the next lookup.
      processor.ledger.refundsEnd = "succeeded";
      await processor.webhookEvents.sendPending();
    },
    check: async (site, scene) => [
      ...(await compareOrder(site, scene, { status: "partially_refunded", tickets: 1, sold: 1 })),
      ...(await compareRefunds(site, { refunds: 1, cents: 2500 })),
    ],
  }),
  flow({
    name: "a bank disputes a card payment",
    covers: ["POST /api/payments/webhooks/{provider}"],
    paysAtProcessor: true,
    prepare: setUpPaidOrder,
    async run({ processor }, { charge }) {
      if (processor.ledger.disputes.size === 0) await processor.dispute(charge);
      await processor.webhookEvents.sendPending();
    },
    check: async (site, scene) => [
      ...(await compareOrder(site, scene, { status: "paid", tickets: 2, sold: 2 })),
      ...(await compareDispute(site, "open")),
    ],
  }),
];

export const processorFlows = [...cardPayments, ...cardReturns];
