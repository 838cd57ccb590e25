import { sql } from "kysely";
import { toToken } from "#server/modules/consent/index.ts";
import type { Client, Site } from "#testing/site.ts";
import { addReaders, content, draftOf, launch } from "./kit.ts";

/** Campaigns in each status that calls need, an automation, an audience, suppressions, and a failed email. */
export async function prepareCampaigns(site: Site, { admin }: { admin: Client }) {
  await admin.post("/api/admin/settings", { postalAddress: "1 Flatbush Ave\nBrooklyn, NY 11217" });
  await addReaders(site, 3);
  const create = async (name: string) => (await admin.post("/api/admin/campaigns", draftOf({ name }))).body;
  const running = [];
  for (const name of ["Running", "To pause", "To stop", "To resume"]) running.push(await launch(admin, { name }));
  // While people buy, a run takes one step: it writes down the recipients, or their emails.
  for (let run = 0; run < 2; run++) await site.app.runJob("campaigns");
  const [sent, toPause, toStop, toResume] = running as [number, number, number, number];
  await admin.post(`/api/admin/campaigns/${toResume}/pause`);
  const toUnschedule = await create("To unschedule");
  await admin.post(`/api/admin/campaigns/${toUnschedule.id}/schedule`, {
    version: toUnschedule.version,
    at: "2099-01-01T10:00",
    timeZone: "America/New_York",
    confirmedCount: 3,
  });
  const automation = async (name: string) => {
    const draft = { name, trigger: "win_back", isOn: false, waitHours: 24, eventId: null, content };
    return (await admin.post("/api/admin/automations", draft)).body;
  };
  const audience = async (name: string) => (await admin.post("/api/admin/audiences", { name, audience: {} })).body.id;
  const suppress = async (email: string) =>
    (await admin.post("/api/admin/suppressions", { email, reason: "Asked by phone" })).body.id;
  const { rows } = await sql<{ recipient: number; mail: number }>`
    select id as recipient, mail_id as mail from campaign_recipients where campaign_id = ${sent} order by id limit 1`.execute(
    site.db,
  );
  await sql`update emails set status = 'failed', attempts = 1 where id = ${rows[0]!.mail}`.execute(site.db);
  const key = site.app.deps.keys["email-links"];
  const recipientId = rows[0]!.recipient;
  const reader = await site.as("user");
  await sql`update users set email = 'reader-2@example.com' where id = ${reader.id}`.execute(site.db);
  return {
    reader,
    draft: await create("Draft"),
    toDelete: await create("To delete"),
    toSchedule: await create("To schedule"),
    toUnschedule: toUnschedule.id,
    sent,
    toPause,
    toStop,
    toResume,
    automation: await automation("Win back"),
    automationToDelete: await automation("To delete"),
    audienceId: await audience("Everyone"),
    audienceToDelete: await audience("To delete"),
    suppressionId: await suppress("stranger@example.com"),
    failedMailId: rows[0]!.mail,
    preferences: toToken(key, "preferences", ["reader-1@example.com", "marketing", recipientId]),
    click: toToken(key, "click", [recipientId, "https://example.com/"]),
    web: toToken(key, "web", recipientId),
  };
}
