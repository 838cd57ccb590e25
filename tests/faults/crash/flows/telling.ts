import { sql } from "kysely";
import { moveClock } from "#tests/kit/moving-clock.ts";
import type { Site } from "#tests/kit/site.ts";
import { flow } from "../flow.ts";
import { countRows, difference } from "./scenes.ts";

async function memberWith(site: Site, email: string) {
  const member = await site.as("user", "marva");
  await sql`update users set email = ${email} where id = ${member.id}`.execute(site.db);
  return member;
}

const judgeMails = async (site: Site, kind: string) =>
  difference("mails", { count: await countRows(site, `emails where kind = '${kind}'`) }, { count: 1 });

/** Sweeps that tell people something, or show something to them. */
export const tellingFlows = [
  flow({
    name: "a link to a new password is asked for",
    covers: ["POST /api/auth/password-reset", "sweep account-recovery"],
    needsNoTransaction: "Who was not answered asks again",
    async prepare(site) {
      await memberWith(site, "marva@example.com");
      return {};
    },
    async run({ send, sweep }) {
      await send({ path: "/api/auth/password-reset", body: { identifier: "marva" } });
      await sweep("account-recovery");
    },
    // Who was not answered asks again: the second link is as good as the first.
    async judge(site) {
      const links = await countRows(site, "emails where kind = 'account_link'");
      return links >= 1 && links <= 2 ? [] : [`${links} links were sent`];
    },
  }),
  flow({
    name: "a night shows itself",
    covers: ["sweep publishing"],
    needsNoTransaction: "It is one statement",
    async prepare(site) {
      const eventId = await site.make.event({ visibility: "draft" });
      const admin = await site.as("admin");
      const publishAt = new Date(Date.now() + 600_000).toISOString();
      await admin.post(`/api/admin/events/${eventId}/visibility`, { visibility: "published", publishAt });
      await moveClock(site.database, 700);
      return { eventId };
    },
    run: ({ sweep }) => sweep("publishing"),
    async judge(site, { eventId }) {
      const shown = await countRows(site, `events where id = ${eventId} and visibility = 'published'`);
      return difference("the night", { shown }, { shown: 1 });
    },
  }),
  flow({
    name: "who asked hears that sales are open",
    covers: ["sweep sales-open"],
    async prepare(site) {
      const eventId = await site.make.event();
      const salesStartAt = new Date(Date.now() + 600_000);
      await site.make.ticketType({ eventId, salesStartAt });
      const member = await memberWith(site, "marva@example.com");
      await member.post(`/api/events/${eventId}/reminder`, {});
      await moveClock(site.database, 700);
      return {};
    },
    async run({ sweep }) {
      await sweep("sales-open");
      await sweep("mail");
    },
    judge: (site) => judgeMails(site, "sales_open"),
  }),
];
