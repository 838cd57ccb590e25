import { createHmac } from "node:crypto";
import { addReaders } from "#tests/campaigns/kit.ts";
import type { Site } from "#testing/site.ts";
import { sql } from "kysely";
import { flow } from "../flow.ts";
import { countRows, difference, setUpOrder } from "./scenes.ts";

const texts = "/api/admin/email-texts/sales_open";
const text = { subject: "On sale: {{event}}", intro: "Be quick.", buttonLabel: "Get tickets" };
const secret = "a-secret-of-the-provider";
const report = {
  events: [
    { id: "r1", type: "bounce", email: "reader-1@example.com", detail: "No such user" },
    { id: "r2", type: "complaint", email: "reader-2@example.com" },
  ],
};

/** The provider signs what it sends, each time anew. */
function signatureOf(body: object): string {
  const t = Math.round(Date.now() / 1000);
  return `t=${t},v1=${createHmac("sha256", secret)
    .update(`${t}.${JSON.stringify(body)}`)
    .digest("hex")}`;
}

const openAdmin = async (site: Site) => ({ token: (await site.as("admin")).token! });
const countActions = (site: Site, action: string) => countRows(site, `audit_log where action = '${action}'`);

/** Texts of emails, the provider's reports, and what staff do with single emails. */
export const emailFlows = [
  flow({
    name: "save an email's text and go back to ours",
    covers: ["PUT /api/admin/email-texts/{kind}", "POST /api/admin/email-texts/{kind}/reset"],
    prepare: openAdmin,
    async run({ send }, { token }) {
      await send({ method: "PUT", path: texts, token, body: { ...text, version: 1 }, orRefused: [409] });
      await send({ path: `${texts}/reset`, token, body: { version: 2 }, orRefused: [409] });
    },
    check: async (site) =>
      difference(
        "the text",
        {
          versions: await countRows(site, "email_texts"),
          last: await countRows(site, "email_texts where version = 3 and subject is null"),
          saved: await countActions(site, "email_text.changed"),
          reset: await countActions(site, "email_text.reset"),
        },
        { versions: 2, last: 1, saved: 1, reset: 1 },
      ),
  }),
  flow({
    name: "send a test of an email's text",
    covers: ["POST /api/admin/email-texts/{kind}/test"],
    prepare: openAdmin,
    async run({ send }, { token }) {
      await send({ path: `${texts}/test`, token, key: "test", body: { ...text, email: "me@example.com" } });
    },
    check: async (site) =>
      difference(
        "the test",
        { emails: await countRows(site, "emails"), logged: await countActions(site, "email_text.tested") },
        { emails: 1, logged: 1 },
      ),
  }),
  flow({
    name: "the email provider reports a bounce and a complaint",
    covers: ["POST /api/webhooks/email"],
    settings: { EMAIL_WEBHOOK_SECRET: secret },
    async prepare(site) {
      await addReaders(site, 3);
      return {};
    },
    async run({ send }) {
      const headers = { "x-email-signature": signatureOf(report) };
      await send({ path: "/api/webhooks/email", body: report, headers });
    },
    check: async (site) =>
      difference(
        "the addresses",
        {
          reports: await countRows(site, "mail_reports"),
          bounced: await countRows(site, "suppressions where cause = 'bounce' and email = 'reader-1@example.com'"),
          complained: await countRows(
            site,
            "suppressions where cause = 'complaint' and email = 'reader-2@example.com'",
          ),
          withdrawn: await countRows(site, "consents where withdrawn_place = 'complaint'"),
          optedIn: await countRows(site, "consents where withdrawn_at is null"),
        },
        { reports: 2, bounced: 1, complained: 1, withdrawn: 1, optedIn: 2 },
      ),
  }),
  flow({
    name: "staff try a failed email again",
    covers: ["POST /api/admin/emails/{id}/retry"],
    async prepare(site) {
      await setUpOrder(site, { quantity: 1, outcome: "approve" });
      const { rows } = await sql<{ id: number }>`
        update emails set status = 'failed', attempts = 12 returning id`.execute(site.db);
      return { ...(await openAdmin(site)), id: rows[0]!.id };
    },
    async run({ send }, { token, id }) {
      await send({ path: `/api/admin/emails/${id}/retry`, token, body: {}, orRefused: [409] });
    },
    check: async (site) =>
      difference(
        "the email",
        {
          sent: await countRows(site, "emails where status = 'sent'"),
          logged: await countActions(site, "mail.retried"),
        },
        { sent: 1, logged: 1 },
      ),
  }),
];
