import { sql } from "kysely";
import { addReaders, content, draftOf } from "#tests/campaigns/kit.ts";
import { toToken } from "#server/modules/consent/index.ts";
import { moveClock } from "#testing/moving-clock.ts";
import type { Site } from "#testing/site.ts";
import { flow } from "../flow.ts";
import { countRows, difference, setUpOrder } from "./scenes.ts";

async function adminWithAddress(site: Site) {
  const admin = await site.as("admin");
  await admin.post("/api/admin/settings", { postalAddress: "1 Flatbush Ave\nBrooklyn, NY 11217" });
  return admin;
}

/** A campaign to three readers that is due, or its draft. */
async function draftForThree(site: Site) {
  const admin = await adminWithAddress(site);
  await addReaders(site, 3);
  const { body: campaign } = await admin.post("/api/admin/campaigns", draftOf());
  const path = `/api/admin/campaigns/${campaign.id}`;
  const body = { version: campaign.version, at: null, timeZone: "America/New_York", confirmedCount: 3 };
  return { token: admin.token!, path, schedule: { path: `${path}/schedule`, body }, admin };
}

async function scheduleForThree(site: Site) {
  const { admin, schedule, path, token } = await draftForThree(site);
  await admin.post(schedule.path, schedule.body);
  return { path, token };
}

/** Campaigns, automations and unsubscribing. */
export const campaignFlows = [
  flow({
    name: "a campaign starts, writes down its recipients and is sent",
    covers: ["job campaigns", "job campaign-mail"],
    needsNoTransaction: "Each step can be repeated: recipients and their emails have unique keys",
    async prepare(site) {
      await scheduleForThree(site);
      return {};
    },
    async run({ runJob, wait }) {
      await runJob("campaigns");
      await runJob("campaigns");
      await runJob("campaign-mail");
      await wait(65);
      await runJob("campaign-mail");
      await runJob("campaigns");
    },
    check: async (site) =>
      difference(
        "the campaign",
        {
          done: await countRows(site, "campaigns where status = 'done'"),
          recipients: await countRows(site, "campaign_recipients where mail_id is not null"),
          written: await countRows(
            site,
            "emails where kind = 'campaign' and status in ('sent', 'not_sent', 'unknown')",
          ),
        },
        { done: 1, recipients: 3, written: 3 },
      ),
  }),
  flow({
    name: "staff schedule a campaign",
    covers: ["POST /api/admin/campaigns/{id}/schedule"],
    async prepare(site) {
      const { token, schedule } = await draftForThree(site);
      return { token, schedule };
    },
    async run({ send }, { token, schedule }) {
      await send({ ...schedule, token, orRefused: [409] });
    },
    check: async (site) =>
      difference(
        "the campaign",
        {
          scheduled: await countRows(site, "audit_log where action = 'campaign.scheduled'"),
          done: await countRows(site, "campaigns where status = 'done'"),
          sent: await countRows(site, "emails where kind = 'campaign' and status = 'sent'"),
        },
        { scheduled: 1, done: 1, sent: 3 },
      ),
  }),
  flow({
    name: "staff stop a campaign, and nothing more leaves",
    covers: ["POST /api/admin/campaigns/{id}/stop"],
    async prepare(site) {
      const scene = await scheduleForThree(site);
      await site.app.runJob("campaigns");
      await site.app.runJob("campaigns");
      return scene;
    },
    async run({ send }, { token, path }) {
      await send({ path: `${path}/stop`, token, body: {}, orRefused: [409] });
    },
    check: async (site) =>
      difference(
        "the campaign",
        {
          stopped: await countRows(site, "campaigns where status = 'stopped'"),
          logged: await countRows(site, "audit_log where action = 'campaign.stopped'"),
          left: await countRows(site, "emails where kind = 'campaign' and status = 'suppressed'"),
        },
        { stopped: 1, logged: 1, left: 3 },
      ),
  }),
  flow({
    name: "an automation writes to a buyer once",
    covers: ["job automations"],
    async prepare(site) {
      const admin = await adminWithAddress(site);
      const draft = { name: "Thanks", trigger: "after_purchase", isOn: true, waitHours: 1, eventId: null, content };
      await admin.post("/api/admin/automations", draft);
      await setUpOrder(site, { quantity: 1, outcome: "approve" });
      await moveClock(site.database, 3700);
      return {};
    },
    async run({ runJob }) {
      await runJob("automations");
      await runJob("automations");
    },
    check: async (site) =>
      difference(
        "the automation",
        {
          recipients: await countRows(site, "campaign_recipients where mail_id is not null"),
          emails: await countRows(site, "emails where kind = 'automation'"),
        },
        { recipients: 1, emails: 1 },
      ),
  }),
  flow({
    name: "a reader unsubscribes with one click, and the campaign counts it",
    covers: ["POST /api/email/unsubscribe"],
    needsNoTransaction: "Both of its steps can be repeated, and the email program repeats them",
    async prepare(site) {
      const admin = await adminWithAddress(site);
      await addReaders(site, 1);
      await admin.post("/api/admin/campaigns", draftOf());
      const { rows } = await sql<{ id: number }>`
        insert into automations (name, trigger, wait_hours, content) values ('Thanks', 'win_back', 1, '{}') returning id`.execute(
        site.db,
      );
      const added = await sql<{ id: number }>`
        insert into campaign_recipients (automation_id, email, name, occasion)
        values (${rows[0]!.id}, 'reader-1@example.com', '', 'since:1') returning id`.execute(site.db);
      const claim = ["reader-1@example.com", "marketing", added.rows[0]!.id];
      return { token: toToken(site.app.deps.keys["email-links"], "preferences", claim) };
    },
    async run({ send }, { token }) {
      await send({ path: `/api/email/unsubscribe?token=${token}`, body: {} });
    },
    check: async (site) =>
      difference(
        "the opt-in",
        {
          open: await countRows(site, "consents where withdrawn_at is null"),
          withdrawn: await countRows(site, "consents where withdrawn_place = 'one_click'"),
          counted: await countRows(site, "campaign_recipients where unsubscribed_at is not null"),
        },
        { open: 0, withdrawn: 1, counted: 1 },
      ),
  }),
];
