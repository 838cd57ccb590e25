import { sql } from "kysely";
import { moveClock } from "#testing/moving-clock.ts";
import { client, completePage } from "#testing/site.ts";
import { flow } from "../flow.ts";
import {
  countRows,
  difference,
  compareOrder,
  openPage,
  payTooLate,
  refOf,
  captureSilently,
  setUpOrder,
} from "./scenes.ts";

/** Jobs for orders and their money. */
export const jobFlows = [
  flow({
    name: "a hold expires",
    covers: ["job holds"],
    async prepare(site) {
      const scene = await setUpOrder(site, { quantity: 2 });
      await moveClock(site.database, 700);
      return scene;
    },
    run: ({ runJob }) => runJob("holds"),
    check: (site, scene) => compareOrder(site, scene, { status: "expired", tickets: 0, sold: 0 }),
  }),
  flow({
    name: "an unreported payment is found",
    covers: ["job payments"],
    async prepare(site) {
      const scene = await setUpOrder(site, { quantity: 2, page: true });
      await captureSilently(site, scene.pagePath);
      await moveClock(site.database, 30);
      return scene;
    },
    run: ({ runJob }) => runJob("payments"),
    check: (site, scene) => compareOrder(site, scene, { status: "paid", tickets: 2, sold: 2 }),
  }),
  flow({
    name: "an unpaid page is closed at the deadline",
    covers: ["job payments"],
    async prepare(site) {
      const scene = await setUpOrder(site, { quantity: 2, page: true });
      await moveClock(site.database, 700);
      return scene;
    },
    async run({ runJob }) {
      await runJob("payments");
      await runJob("holds");
    },
    check: (site, scene) => compareOrder(site, scene, { status: "expired", tickets: 0, sold: 0 }),
  }),
  flow({
    name: "a waiting webhook event is processed",
    covers: ["job webhooks"],
    async prepare(site) {
      const scene = await setUpOrder(site, { quantity: 2, page: true });
      await captureSilently(site, scene.pagePath);
      await sql`insert into webhook_inbox (provider, provider_event_id, ref, body)
        values ('sandbox', 'evt_waiting', ${refOf(scene.pagePath)}, '{}')`.execute(site.db);
      return scene;
    },
    run: ({ runJob }) => runJob("webhooks"),
    check: (site, scene) => compareOrder(site, scene, { status: "paid", tickets: 2, sold: 2 }),
  }),
  flow({
    name: "a late payment gets tickets that are left",
    covers: ["job sandbox"],
    prepare: (site) => payTooLate(site, { isSoldOut: false }),
    run: ({ runJob }) => runJob("sandbox"),
    check: (site, scene) => compareOrder(site, scene, { status: "paid", tickets: 1, sold: 1 }),
  }),
  flow({
    name: "a late payment is refunded",
    covers: ["job sandbox", "job refunds"],
    prepare: (site) => payTooLate(site, { isSoldOut: true }),
    async run({ runJob }) {
      await runJob("sandbox");
      await runJob("refunds");
    },
    check: (site, scene) => compareOrder(site, scene, { status: "expired", tickets: 1, sold: 1, returned: 2500 }),
  }),
  flow({
    name: "a second payment of an order is refunded",
    covers: ["job payments", "job refunds"],
    async prepare(site) {
      const scene = await setUpOrder(site, { quantity: 1, outcome: "cancel" });
      const buyer = client(site.app, 0, scene.token);
      await completePage(buyer, `http://site${await openPage(buyer, scene.orderId)}`, "approve");
      // The buyer left the first page; the bank takes the money anyway and reports it.
      await captureSilently(site, scene.pagePath);
      await sql`insert into sandbox.deliveries (event_id, ref, type)
        values ('evt_late', ${refOf(scene.pagePath)}, 'session.approved')`.execute(site.db);
      return scene;
    },
    async run({ runJob }) {
      await runJob("sandbox");
      await runJob("refunds");
    },
    check: (site, scene) => compareOrder(site, scene, { status: "paid", tickets: 1, sold: 1, returned: 2500 }),
  }),
  flow({
    name: "the ledger is checked for discrepancies",
    covers: ["job discrepancies"],
    needsNoTransaction: "It locks a table, which PostgreSQL rejects outside a transaction",
    async prepare(site) {
      const scene = await setUpOrder(site, { quantity: 1, outcome: "approve" });
      // Someone was notified of it; the cause is gone by now.
      await sql`insert into discrepancies (kind, order_id, detail)
        values ('money_without_ticket', ${scene.orderId}, '{}')`.execute(site.db);
      return scene;
    },
    run: ({ runJob }) => runJob("discrepancies"),
    check: (site, scene) => compareOrder(site, scene, { status: "paid", tickets: 1, sold: 1 }),
  }),
  flow({
    name: "a receipt gets its number",
    covers: ["job order-documents"],
    prepare: (site) => setUpOrder(site, { quantity: 1, outcome: "approve" }),
    run: ({ runJob }) => runJob("order-documents"),
    check: async (site, scene) => [
      ...difference("receipts", { count: await countRows(site, "order_documents where number = 1") }, { count: 1 }),
      ...(await compareOrder(site, scene, { status: "paid", tickets: 1, sold: 1 })),
    ],
  }),
  flow({
    name: "a confirmation is sent",
    covers: ["job mail"],
    needsNoTransaction: "Claiming an email and recording its result are one statement each",
    prepare: (site) => setUpOrder(site, { quantity: 1, outcome: "approve" }),
    run: ({ runJob }) => runJob("mail"),
    check: (site, scene) => compareOrder(site, scene, { status: "paid", tickets: 1, sold: 1 }),
  }),
  flow({
    name: "confirmations that waited are sent as one",
    covers: ["job mail"],
    settings: { RATE_LIMITS: "on" },
    async prepare(site) {
      const ticketTypeId = await site.create.ticketType();
      for (let count = 0; count < 8; count++) await site.buy(await site.as("guest"), [{ ticketTypeId, quantity: 1 }]);
      await sql`
        update emails set status = 'not_sent', attempts = 1, sent_at = clock_now(),
          released_at = clock_now() - interval '20 minutes'
        where id <= (select min(id) + 4 from emails)`.execute(site.db);
      return {};
    },
    run: ({ runJob }) => runJob("mail"),
    // One that its dead sender had claimed isn't merged; it follows later.
    check: async (site) =>
      difference(
        "emails",
        {
          sent: await countRows(site, "emails where status in ('sent', 'merged')"),
          waiting: await countRows(site, "emails where status not in ('sent', 'merged', 'not_sent')"),
        },
        { sent: 3, waiting: 0 },
      ),
  }),
];
