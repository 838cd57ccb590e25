import { sql } from "kysely";
import { confirmAddress } from "#testing/confirmed-address.ts";
import { writeLink } from "#server/modules/accounts/recovery/service.ts";
import { inTransaction } from "#server/platform/db/database.ts";
import { moveClock } from "#testing/moving-clock.ts";
import type { Site } from "#testing/site.ts";
import { flow } from "../flow.ts";
import { countRows, difference } from "./scenes.ts";

async function memberWith(site: Site, email: string) {
  const member = await site.as("user", "marva");
  await sql`update users set email = ${email} where id = ${member.id}`.execute(site.db);
  return member;
}

const compareMails = async (site: Site, kind: string) =>
  difference("emails", { count: await countRows(site, `emails where kind = '${kind}'`) }, { count: 1 });

/** Jobs that notify people or publish something. */
export const notificationFlows = [
  flow({
    name: "request a password reset link",
    covers: ["POST /api/auth/password-reset", "job account-recovery"],
    needsNoTransaction: "A person who gets no response asks again",
    async prepare(site) {
      await memberWith(site, "marva@example.com");
      return {};
    },
    async run({ send, runJob }) {
      await send({ path: "/api/auth/password-reset", body: { identifier: "marva" } });
      await runJob("account-recovery");
    },
    // A person who gets no response asks again: the second link is as good as the first.
    async check(site) {
      const links = await countRows(site, "emails where kind = 'account_link'");
      return links >= 1 && links <= 2 ? [] : [`${links} links were sent`];
    },
  }),
  flow({
    name: "sign in by an emailed link",
    covers: ["POST /api/auth/sign-in-link/use"],
    async prepare(site) {
      const { id: userId } = await memberWith(site, "marva@example.com");
      const { token } = await inTransaction(site.db, (tx) =>
        writeLink(site.app.deps, tx, { userId, purpose: "sign_in" }),
      );
      return { token };
    },
    run: async ({ send }, { token }) => {
      // Someone whose phone got no response finds the link used up and asks for another one.
      await send({ path: "/api/auth/sign-in-link/use", body: { token }, orRefused: [410] });
    },
    // Besides the session that the scene began with.
    async check(site) {
      const used = await countRows(site, "account_links where used_at is not null");
      return difference("the link", { used, sessions: await countRows(site, "sessions") }, { used: 1, sessions: 2 });
    },
  }),
  flow({
    name: "an event is published on schedule",
    covers: ["job publishing"],
    needsNoTransaction: "It is one statement",
    async prepare(site) {
      const eventId = await site.create.event({ visibility: "draft" });
      const admin = await site.as("admin");
      const publishAt = new Date(Date.now() + 600_000).toISOString();
      await admin.post(`/api/admin/events/${eventId}/visibility`, { visibility: "published", publishAt });
      await moveClock(site.database, 700);
      return { eventId };
    },
    run: ({ runJob }) => runJob("publishing"),
    async check(site, { eventId }) {
      const shown = await countRows(site, `events where id = ${eventId} and visibility = 'published'`);
      return difference("the event", { shown }, { shown: 1 });
    },
  }),
  flow({
    name: "reminders are sent when sales open",
    covers: ["job sales-open"],
    async prepare(site) {
      const eventId = await site.create.event();
      const salesStartAt = new Date(Date.now() + 600_000);
      await site.create.ticketType({ eventId, salesStartAt });
      const member = await memberWith(site, "marva@example.com");
      await member.post(`/api/events/${eventId}/reminder`, {});
      await moveClock(site.database, 700);
      return {};
    },
    async run({ runJob }) {
      await runJob("sales-open");
      await runJob("mail");
    },
    check: (site) => compareMails(site, "sales_open"),
  }),
  flow({
    name: "people who wait for a product hear that it is back in stock",
    covers: ["job back-in-stock"],
    async prepare(site) {
      const variantId = await site.create.variant({ onHand: 0 });
      await confirmAddress(site, "marva@example.com");
      // One more from a node of the version before.
      await confirmAddress(site, "former@example.com");
      await sql`insert into back_in_stock (variant_id, email) values (${variantId}, 'former@example.com')`.execute(
        site.db,
      );
      await site.anon.post(`/api/shop/variants/${variantId}/back-in-stock`, { email: "marva@example.com" });
      await sql`
        with arrived as (
          update stock set capacity = 1 where id = (select stock_id from variants where id = ${variantId})
        )
        insert into stock_changes (variant_id, reason, units, on_hand) values (${variantId}, 'received', 1, 1)`.execute(
        site.db,
      );
      return {};
    },
    async run({ runJob }) {
      await runJob("back-in-stock");
      await runJob("mail");
    },
    check: async (site) =>
      difference("emails", { count: await countRows(site, "emails where kind = 'back_in_stock'") }, { count: 2 }),
  }),
];
