import { sql } from "kysely";
import type { CampaignDraft } from "#contract/campaigns/campaigns.ts";
import { startMailServer, type Behavior } from "#testing/mail-server.ts";
import { createSite, type Client, type Site, type SiteOptions } from "#testing/site.ts";

export const content = {
  subject: "Big news, {{firstName}}",
  preheader: "Presale starts Friday",
  body: "Hi {{firstName}},\n\nsee [the lineup](https://example.com/lineup?a=1&b=2).",
  heroKey: null,
  button: { label: "Get tickets", url: "/events" },
  eventId: null,
};

export const draftOf = (more: Partial<CampaignDraft> = {}): CampaignDraft => ({
  name: "December news",
  purpose: "marketing",
  eventId: null,
  content,
  audience: {},
  ...more,
});

/** A site that may send campaigns, with an admin. */
export async function openCampaignSite(behave?: (mailNumber: number) => Behavior, options: SiteOptions = {}) {
  const server = await startMailServer(behave);
  const { settings, ...others } = options;
  const site = await createSite({ ...others, settings: { SMTP_URL: server.hastyUrl, ...settings } });
  const admin = await site.as("admin");
  const { status } = await admin.post("/api/admin/settings", { postalAddress: "1 Flatbush Ave\nBrooklyn, NY 11217" });
  if (status !== 200) throw new Error(`The postal address wasn't saved: ${status}`);
  return {
    server,
    site,
    admin,
    async close() {
      await site.close();
      await server.close();
    },
  };
}

/** People who opted in: reader-1@example.com and so on. */
export async function addReaders(site: Pick<Site, "db">, count: number): Promise<void> {
  await sql`
    insert into consents (email, channel, place, text)
    select 'reader-' || n || '@example.com', 'email', 'preferences', 'Email me about events' from generate_series(1, ${count}::integer) n`.execute(
    site.db,
  );
}

/** Creates a campaign and sends it now to as many as its audience has. */
export async function launch(admin: Client, draft: Partial<CampaignDraft> = {}): Promise<number> {
  const { body: campaign } = await admin.post("/api/admin/campaigns", draftOf(draft));
  const { purpose, eventId, audience } = draftOf(draft);
  const { body: preview } = await admin.post("/api/admin/audiences/preview", { purpose, eventId, audience });
  const sent = await admin.post(`/api/admin/campaigns/${campaign.id}/schedule`, {
    version: campaign.version,
    at: null,
    timeZone: "America/New_York",
    confirmedCount: preview.count,
  });
  if (sent.status !== 200) throw new Error(`Not scheduled: ${sent.text}`);
  return campaign.id;
}

/** Runs the jobs of campaigns until nothing moves. */
export async function sendAll(site: Pick<Site, "app">): Promise<void> {
  for (let round = 0; round < 3; round++) {
    await site.app.runJob("campaigns");
    await site.app.runJob("campaign-mail");
  }
  await site.app.runJob("campaigns");
}
