import { sql } from "kysely";
import { draft } from "#testing/site.ts";
import { createCode } from "#tests/promotions/kit.ts";
import { flow } from "../flow.ts";
import { buyerCode } from "#server/modules/orders/buyer-email/own-secrets.ts";
import { compareOrder, countRows, difference, setUpOrder } from "./scenes.ts";

/** A buyer's way to a paid order. */
export const buyingFlows = [
  flow({
    name: "place an order",
    covers: ["POST /api/orders"],
    async prepare(site) {
      const buyer = await site.as("user");
      return { token: buyer.token, ticketTypeId: await site.create.ticketType({ capacity: 3 }) };
    },
    async run({ send }, { token, ticketTypeId }) {
      await send({ path: "/api/orders", token, key: "place", body: draft([{ ticketTypeId, quantity: 2 }]) });
    },
    check: (site, scene) => compareOrder(site, scene, { status: "expired", tickets: 0, sold: 0 }),
  }),
  flow({
    name: "check out",
    covers: ["POST /api/checkout"],
    async prepare(site) {
      const buyer = await site.as("user");
      return { token: buyer.token, ticketTypeId: await site.create.ticketType({ capacity: 3 }) };
    },
    async run({ send }, { token, ticketTypeId }) {
      const body = { ...draft([{ ticketTypeId, quantity: 2 }]), shownTotalCents: 5000 };
      const { payment } = await send({ path: "/api/checkout", token, key: "a-secret-of-128-random-bits", body });
      await send({
        path: `${new URL(payment.url).pathname}/complete`,
        body: { outcome: "approve" },
        orRefused: [409],
      });
    },
    check: (site, scene) => compareOrder(site, scene, { status: "paid", tickets: 2, sold: 2 }),
  }),
  flow({
    name: "check out free tickets",
    covers: ["POST /api/checkout"],
    async prepare(site) {
      const buyer = await site.as("user");
      const free = { pricing: "free" as const, priceCents: 0, feeCents: 0 };
      return { token: buyer.token, ticketTypeId: await site.create.ticketType({ capacity: 3, ...free }) };
    },
    async run({ send }, { token, ticketTypeId }) {
      const body = { ...draft([{ ticketTypeId, quantity: 2 }]), shownTotalCents: 0 };
      await send({ path: "/api/checkout", token, key: "a-secret-of-128-random-bits", body });
    },
    check: (site, scene) => compareOrder(site, scene, { status: "paid", tickets: 2, sold: 2 }),
  }),
  flow({
    name: "confirm the email of a short hold",
    covers: ["POST /api/orders/email-code", "POST /api/orders/email-confirmation"],
    needsNoTransaction: "Entering the code again does what is missing",
    async prepare(site) {
      const scene = await setUpOrder(site, { quantity: 2 });
      await sql`
        update orders set confirm_until = created_at + interval '10 minutes', hold_expires_at = created_at + interval '3 minutes'
        where id = ${scene.orderId}::uuid`.execute(site.db);
      await sql`
        update holds set network = 'a network', expires_at = expires_at - interval '7 minutes'
        where holder_id = ${scene.orderId}::uuid`.execute(site.db);
      const { rows } = await sql<{ userId: number; email: string; slot: number }>`
        select user_id as "userId", buyer_email as email, floor(extract(epoch from clock_now()) / 600)::integer as slot
        from orders where id = ${scene.orderId}::uuid`.execute(site.db);
      const codes = [0, 1].map((later) => {
        const { slot } = rows[0]!;
        return buyerCode({ ...rows[0]!, slot: slot + later }, site.app.deps.keys["order-links"]);
      });
      return { ...scene, email: rows[0]!.email, codes };
    },
    async run({ send }, { token, email, codes }) {
      await send({ path: "/api/orders/email-code", token, body: { email } });
      // The time may have gone over to the next ten minutes meanwhile.
      for (const code of codes)
        await send({ path: "/api/orders/email-confirmation", token, body: { email, code }, orRefused: [409] });
    },
    async check(site, scene) {
      const { rows } = await sql`
        select hold_expires_at - created_at = interval '10 minutes' as whole, confirm_until is null as confirmed
        from orders where id = ${scene.orderId}::uuid`.execute(site.db);
      const mailboxes = await countRows(site, "confirmed_mailboxes");
      return [
        ...difference("the hold", { ...rows[0]!, mailboxes }, { whole: true, confirmed: true, mailboxes: 1 }),
        ...(await compareOrder(site, scene, { status: "expired", tickets: 0, sold: 0 })),
      ];
    },
  }),
  flow({
    name: "start a payment",
    covers: ["POST /api/orders/{id}/payment"],
    needsNoTransaction: "What is saved before the provider is called is enough for the job to find or close its page",
    prepare: (site) => setUpOrder(site, { quantity: 2 }),
    async run({ send }, { token, orderId }) {
      await send({ path: `/api/orders/${orderId}/payment`, token, key: "pay" });
    },
    check: (site, scene) => compareOrder(site, scene, { status: "expired", tickets: 0, sold: 0 }),
  }),
  flow({
    name: "confirm a free order",
    covers: ["POST /api/orders/{id}/payment"],
    prepare: (site) => setUpOrder(site, { quantity: 2, type: { pricing: "free", priceCents: 0, feeCents: 0 } }),
    async run({ send }, { token, orderId }) {
      await send({ path: `/api/orders/${orderId}/payment`, token, key: "take" });
    },
    check: (site, scene) => compareOrder(site, scene, { status: "paid", tickets: 2, sold: 2 }),
  }),
  flow({
    name: "the provider reports a payment",
    covers: ["POST /api/payments/sandbox/{ref}/complete", "POST /api/payments/webhooks/{provider}"],
    prepare: (site) => setUpOrder(site, { quantity: 2, page: true }),
    async run({ send }, { pagePath }) {
      await send({ path: `${pagePath}/complete`, body: { outcome: "approve" }, orRefused: [409] });
    },
    check: (site, scene) => compareOrder(site, scene, { status: "paid", tickets: 2, sold: 2 }),
  }),
  flow({
    name: "leave the page and cancel",
    covers: ["DELETE /api/orders/{id}", "POST /api/payments/sandbox/{ref}/complete"],
    prepare: (site) => setUpOrder(site, { quantity: 2, page: true }),
    async run({ send }, { token, orderId, pagePath }) {
      await send({ path: `${pagePath}/complete`, body: { outcome: "cancel" }, orRefused: [409] });
      await send({ method: "DELETE", path: `/api/orders/${orderId}`, token });
    },
    check: (site, scene) => compareOrder(site, scene, { status: "canceled", tickets: 0, sold: 0 }),
  }),
  flow({
    name: "add a promo code while the page is open",
    covers: ["PUT /api/orders/{id}/promo-code"],
    async prepare(site) {
      await createCode(await site.as("admin"), { totalLimit: 1 });
      return setUpOrder(site, { quantity: 2, page: true });
    },
    async run({ send }, { token, orderId }) {
      await send({ method: "PUT", path: `/api/orders/${orderId}/promo-code`, token, body: { promoCode: "SOCA10" } });
    },
    async check(site, scene) {
      const { rows } = await sql`
        select o.promo_code as code, o.total_cents as cents, r.discount_cents as off, s.held + s.sold as taken
        from orders o join promotion_redemptions r on r.order_id = o.id join promo_codes p on p.id = r.promo_code_id
        join stock s on s.id = p.stock_id where o.id = ${scene.orderId}::uuid`.execute(site.db);
      return [
        ...difference("the code", rows[0] as object | undefined, { code: "SOCA10", cents: 4500, off: 500, taken: 0 }),
        ...(await compareOrder(site, scene, { status: "expired", tickets: 0, sold: 0 })),
      ];
    },
  }),
  flow({
    name: "cancel while the page is open",
    covers: ["DELETE /api/orders/{id}"],
    prepare: (site) => setUpOrder(site, { quantity: 2, page: true }),
    async run({ send }, { token, orderId }) {
      await send({ method: "DELETE", path: `/api/orders/${orderId}`, token });
    },
    check: (site, scene) => compareOrder(site, scene, { status: "canceled", tickets: 0, sold: 0 }),
  }),
];
