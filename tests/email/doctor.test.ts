import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import type { EmailCheck } from "#contract/email/delivery.ts";
import { checkInvariants } from "#db/invariants.ts";
import { startMailServer, type Behavior } from "#testing/mail-server.ts";
import { createSite, type Client } from "#testing/site.ts";

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const thing of open.splice(0)) await thing.close();
});
const closeLater = <Thing extends { close(): Promise<void> }>(thing: Thing): Thing => {
  open.unshift(thing);
  return thing;
};

async function openSite({ settings, behave }: { settings?: Record<string, string>; behave?: Behavior } = {}) {
  const server = closeLater(await startMailServer(() => behave ?? "take"));
  const site = closeLater(await createSite({ settings: { SMTP_URL: server.hastyUrl, ...settings } }));
  return { server, site, admin: await site.as("admin") };
}

async function check(admin: Client) {
  const { body } = await admin.get("/api/admin/email-doctor");
  return { ...body, of: (name: EmailCheck["name"]) => body.checks.find((each) => each.name === name)! };
}

test("the doctor checks the server, the sender, the address, the webhook and the queue", async () => {
  const { site, admin, server } = await openSite();
  const first = await check(admin);
  expect(first.leaves).toBe(true);
  expect(first.checks.map(({ name }) => name)).toEqual([
    "server",
    "sender",
    "spf",
    "dkim",
    "dmarc",
    "postal_address",
    "webhook",
    "queue",
  ]);
  const verdicts = { server: "ok", sender: "problem", dkim: "warning", postal_address: "warning", webhook: "warning" };
  for (const [name, verdict] of Object.entries({ ...verdicts, queue: "ok" })) {
    expect([name, first.of(name as EmailCheck["name"]).verdict]).toEqual([name, verdict]);
  }
  await admin.post("/api/admin/settings", { postalAddress: "1 Flatbush Ave\nBrooklyn, NY 11217" });
  await site.buy(await site.as("guest"), [{ ticketTypeId: await site.create.ticketType(), quantity: 1 }]);
  await sql`update emails set next_attempt_at = clock_now() - interval '10 minutes'`.execute(site.db);
  server.refusePasswords();
  const second = await check(admin);
  expect(second.of("server")).toMatchObject({ verdict: "problem", text: expect.stringContaining("Bad password") });
  expect(second.of("postal_address").verdict).toBe("ok");
  expect(second.of("queue")).toMatchObject({ verdict: "problem", text: "1 email waits, the first for 10 minutes." });
  expect(JSON.stringify(second)).not.toContain("secret");
});

test("without an email server the doctor says so, and a test isn't sent", async () => {
  const { admin } = await openSite({ settings: { SMTP_URL: "", EMAIL_WEBHOOK_SECRET: "a-secret-of-the-provider" } });
  const found = await check(admin);
  expect(found.leaves).toBe(false);
  expect(found.of("server")).toMatchObject({
    verdict: "problem",
    text: "No email server is connected, so nothing is being sent.",
  });
  expect(found.of("webhook").verdict).toBe("ok");
  const { body } = await admin.post("/api/admin/email-doctor/test", { email: "me@example.com" });
  expect(body).toEqual({ isAccepted: false, said: "No email server is connected. Set SMTP_URL first." });
});

test.for([
  ["take", true, "sent", 1],
  ["550 5.1.8 Refused with reason", false, "failed", 0],
  ["refuse text", false, "failed", 0],
  ["hang", false, "unknown", 0],
] as const)("a test with a server that does %j says what it answered and is in the outbox", async (row) => {
  const [behave, isAccepted, status, arrived] = row;
  const { site, admin, server } = await openSite({ behave });
  const { body } = await admin.post("/api/admin/email-doctor/test", { email: "me@example.com" });
  expect(body.isAccepted).toBe(isAccepted);
  expect(body.said).toMatch(isAccepted ? /^250/ : /Refused with|[Tt]imeout/);
  expect(server.taken).toHaveLength(arrived);
  const [mail] = (await admin.get("/api/admin/emails")).body.items;
  expect(mail).toMatchObject({ kind: "email_test", status, to: { address: "me@example.com" } });
  const { items } = (await admin.get("/api/admin/audit?kind=setting")).body;
  expect(items).toMatchObject([
    { action: "email.tested", after: { email: "me@example.com" }, staff: { id: admin.id } },
  ]);
  expect(await checkInvariants(site.db)).toEqual([]);
});
