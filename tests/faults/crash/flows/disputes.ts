import { sql } from "kysely";
import { moveClock } from "#testing/moving-clock.ts";
import type { Site } from "#testing/site.ts";
import { flow } from "../flow.ts";
import { difference, compareOrder, refOf, setUpOrder } from "./scenes.ts";

async function compareDispute(site: Site, scene: { ticketTypeId: number }, expected: { status: string }) {
  const { rows } = await sql<{ status: string }>`select string_agg(status, ',') as status from disputes`.execute(
    site.db,
  );
  return [
    ...difference("the dispute", rows[0], expected),
    ...(await compareOrder(site, scene, { status: "paid", tickets: 2, sold: 2 })),
  ];
}

/** Disputes by the buyer's bank. */
export const disputeFlows = [
  flow({
    name: "the buyer's bank disputes the payment",
    covers: ["POST /api/payments/webhooks/{provider}", "job sandbox"],
    async prepare(site) {
      const scene = await setUpOrder(site, { quantity: 2, outcome: "approve" });
      await site.app.services.payments.sandbox.dispute(refOf(scene.pagePath));
      return scene;
    },
    run: ({ runJob }) => runJob("sandbox"),
    check: (site, scene) => compareDispute(site, scene, { status: "open" }),
  }),
  flow({
    name: "a lookup finds a won dispute",
    covers: ["job disputes"],
    async prepare(site) {
      const scene = await setUpOrder(site, { quantity: 2, outcome: "approve" });
      const { sandbox } = site.app.services.payments;
      const ref = await sandbox.dispute(refOf(scene.pagePath));
      await sandbox.work();
      await sandbox.closeDispute(ref, "won");
      await sql`update sandbox.deliveries set delivered_at = clock_now() where delivered_at is null`.execute(site.db);
      await moveClock(site.database, 90_000);
      return scene;
    },
    run: ({ runJob }) => runJob("disputes"),
    check: (site, scene) => compareDispute(site, scene, { status: "won" }),
  }),
];
