import { sql } from "kysely";
import { moveClock } from "#tests/kit/moving-clock.ts";
import { client, completePage } from "#tests/kit/site.ts";
import { flow } from "../flow.ts";
import {
  countRows,
  difference,
  judgeOrder,
  openPage,
  payTooLate,
  refOf,
  takeMoneySilently,
  takeOrder,
} from "./scenes.ts";

/** What the sweeps do about orders and their money. */
export const sweepingFlows = [
  flow({
    name: "a hold lapses",
    covers: ["sweep holds"],
    async prepare(site) {
      const scene = await takeOrder(site, { quantity: 2 });
      await moveClock(site.database, 700);
      return scene;
    },
    run: ({ sweep }) => sweep("holds"),
    judge: (site, scene) => judgeOrder(site, scene, { status: "expired", tickets: 0, sold: 0 }),
  }),
  flow({
    name: "money that nobody told of is found",
    covers: ["sweep payments"],
    async prepare(site) {
      const scene = await takeOrder(site, { quantity: 2, page: true });
      await takeMoneySilently(site, scene.pagePath);
      await moveClock(site.database, 30);
      return scene;
    },
    run: ({ sweep }) => sweep("payments"),
    judge: (site, scene) => judgeOrder(site, scene, { status: "paid", tickets: 2, sold: 2 }),
  }),
  flow({
    name: "a page that nobody paid is closed at the deadline",
    covers: ["sweep payments"],
    async prepare(site) {
      const scene = await takeOrder(site, { quantity: 2, page: true });
      await moveClock(site.database, 700);
      return scene;
    },
    async run({ sweep }) {
      await sweep("payments");
      await sweep("holds");
    },
    judge: (site, scene) => judgeOrder(site, scene, { status: "expired", tickets: 0, sold: 0 }),
  }),
  flow({
    name: "a notice that waited is worked on",
    covers: ["sweep webhooks"],
    async prepare(site) {
      const scene = await takeOrder(site, { quantity: 2, page: true });
      await takeMoneySilently(site, scene.pagePath);
      await sql`insert into webhook_inbox (provider, provider_event_id, ref, body)
        values ('sandbox', 'evt_waiting', ${refOf(scene.pagePath)}, '{}')`.execute(site.db);
      return scene;
    },
    run: ({ sweep }) => sweep("webhooks"),
    judge: (site, scene) => judgeOrder(site, scene, { status: "paid", tickets: 2, sold: 2 }),
  }),
  flow({
    name: "money comes too late and there is still stock",
    covers: ["sweep sandbox"],
    prepare: (site) => payTooLate(site, { isSoldOut: false }),
    run: ({ sweep }) => sweep("sandbox"),
    judge: (site, scene) => judgeOrder(site, scene, { status: "paid", tickets: 1, sold: 1 }),
  }),
  flow({
    name: "money comes too late and goes back",
    covers: ["sweep sandbox", "sweep refunds"],
    prepare: (site) => payTooLate(site, { isSoldOut: true }),
    async run({ sweep }) {
      await sweep("sandbox");
      await sweep("refunds");
    },
    judge: (site, scene) => judgeOrder(site, scene, { status: "expired", tickets: 1, sold: 1, returned: 2500 }),
  }),
  flow({
    name: "a second payment of an order goes back",
    covers: ["sweep payments", "sweep refunds"],
    async prepare(site) {
      const scene = await takeOrder(site, { quantity: 1, outcome: "cancel" });
      const buyer = client(site.app, 0, scene.token);
      await completePage(buyer, `http://site${await openPage(buyer, scene.orderId)}`, "approve");
      // The first page was left; its bank takes the money all the same, and says so.
      await takeMoneySilently(site, scene.pagePath);
      await sql`insert into sandbox.deliveries (event_id, ref, type)
        values ('evt_late', ${refOf(scene.pagePath)}, 'session.approved')`.execute(site.db);
      return scene;
    },
    async run({ sweep }) {
      await sweep("sandbox");
      await sweep("refunds");
    },
    judge: (site, scene) => judgeOrder(site, scene, { status: "paid", tickets: 1, sold: 1, returned: 2500 }),
  }),
  flow({
    name: "the books are looked through",
    covers: ["sweep money-exceptions"],
    needsNoTransaction: "It locks a table, which PostgreSQL refuses outside of a transaction",
    async prepare(site) {
      const scene = await takeOrder(site, { quantity: 1, outcome: "approve" });
      // Somebody was told of it; the cause is gone by now.
      await sql`insert into money_exceptions (kind, order_id, detail)
        values ('money_without_ticket', ${scene.orderId}, '{}')`.execute(site.db);
      return scene;
    },
    run: ({ sweep }) => sweep("money-exceptions"),
    judge: (site, scene) => judgeOrder(site, scene, { status: "paid", tickets: 1, sold: 1 }),
  }),
  flow({
    name: "a receipt gets its number",
    covers: ["sweep papers"],
    prepare: (site) => takeOrder(site, { quantity: 1, outcome: "approve" }),
    run: ({ sweep }) => sweep("papers"),
    judge: async (site, scene) => [
      ...difference("receipts", { count: await countRows(site, "papers where number = 1") }, { count: 1 }),
      ...(await judgeOrder(site, scene, { status: "paid", tickets: 1, sold: 1 })),
    ],
  }),
  flow({
    name: "a confirmation is sent",
    covers: ["sweep mail"],
    needsNoTransaction: "Claiming a mail and noting what became of it are one statement each",
    prepare: (site) => takeOrder(site, { quantity: 1, outcome: "approve" }),
    run: ({ sweep }) => sweep("mail"),
    judge: (site, scene) => judgeOrder(site, scene, { status: "paid", tickets: 1, sold: 1 }),
  }),
];
