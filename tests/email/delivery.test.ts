import { sql } from "kysely";
import { afterEach, describe, expect, test } from "vitest";
import { checkInvariants } from "#db/invariants.ts";
import { addReaders, launch, openCampaignSite, sendAll } from "#tests/campaigns/kit.ts";
import { installMovingClock } from "#testing/moving-clock.ts";
import { readAttention } from "#testing/attention.ts";
import type { Behavior } from "#testing/mail-server.ts";
import type { Site } from "#testing/site.ts";

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const thing of open.splice(0)) await thing.close();
});

/** A site whose email server does this with one email after another, then takes all others. */
async function openSite(...behaviors: Behavior[]) {
  const opened = await openCampaignSite((number) => behaviors[number] ?? "take");
  open.push(opened);
  return opened;
}

async function buy(site: Site, email = "ada@example.com") {
  const ticketTypeId = await site.create.ticketType();
  const buyer = { name: "Ada", email };
  const { body } = await site.buy(await site.as("guest"), [{ ticketTypeId, quantity: 1 }], "approve", { buyer });
  return body;
}
const sendNow = async (site: Site) => {
  await sql`update emails set next_attempt_at = clock_now() where next_attempt_at < 'infinity'`.execute(site.db);
  await site.app.runJob("mail");
};
const broken = async ({ db }: Pick<Site, "db">) => (await checkInvariants(db)).map(({ id }) => id);

describe("a failed email", () => {
  test("is tried again when staff ask, with all its attempts, and the log says who asked", async () => {
    const { admin, server, site } = await openSite("550 5.1.0 Address rejected");
    await buy(site);
    await sendNow(site);
    const [failed] = (await admin.get("/api/admin/emails?status=failed")).body.items;
    expect((await admin.get(`/api/admin/emails/${failed!.id}`)).body.canRetry).toBe(true);
    const retried = await admin.post(`/api/admin/emails/${failed!.id}/retry`);
    expect(retried.body).toMatchObject({ id: failed!.id, status: "queued", attempts: 0, error: null });
    expect((await admin.post(`/api/admin/emails/${failed!.id}/retry`)).body.code).toBe("order_closed");
    await site.app.runJob("mail");
    expect(server.taken).toHaveLength(1);
    expect((await admin.get(`/api/admin/emails/${failed!.id}`)).body).toMatchObject({
      status: "sent",
      canRetry: false,
    });
    const { items } = (await admin.get(`/api/admin/audit?kind=mail&id=${failed!.id}`)).body;
    expect(items).toMatchObject([
      { action: "mail.retried", staff: { id: admin.id }, after: { to: "ada@example.com" } },
    ]);
    expect(await broken(site)).toEqual([]);
  });

  test("that may have arrived isn't tried again", async () => {
    const { admin, server, site } = await openSite("take and drop", "take and drop");
    await buy(site);
    await sendNow(site);
    await sendNow(site);
    const [failed] = (await admin.get("/api/admin/emails?status=failed")).body.items;
    expect((await admin.get(`/api/admin/emails/${failed!.id}`)).body.canRetry).toBe(false);
    expect((await admin.post(`/api/admin/emails/${failed!.id}/retry`)).body.code).toBe("order_closed");
    await sendNow(site);
    expect(server.taken).toHaveLength(2);
  });

  test("of a campaign waits while the campaign is paused, and stays failed once it's stopped", async () => {
    const { admin, server, site } = await openSite("550 5.1.0 Address rejected", "550 5.1.0 Address rejected");
    await addReaders(site, 2);
    const id = await launch(admin);
    await site.app.runJob("campaigns");
    await site.app.runJob("campaigns");
    await site.app.runJob("campaign-mail");
    const failed = (await admin.get("/api/admin/emails?status=failed")).body.items;
    expect([failed.length, server.taken.length]).toEqual([2, 0]);
    await admin.post(`/api/admin/campaigns/${id}/pause`);
    const retry = (which: number) => admin.post(`/api/admin/emails/${failed[which]!.id}/retry`);
    expect((await retry(0)).body.status).toBe("queued");
    await sendAll(site);
    expect([server.taken.length, await broken(site)]).toEqual([0, []]);
    await admin.post(`/api/admin/campaigns/${id}/resume`);
    await sendAll(site);
    expect(server.taken).toHaveLength(1);
    expect((await admin.get(`/api/admin/campaigns/${id}`)).body.status).toBe("done");
    // A campaign that is done may still get one through.
    expect((await retry(1)).body.status).toBe("queued");
    await sendAll(site);
    expect([server.taken.length, await broken(site)]).toEqual([2, []]);
  });

  test("of a stopped campaign can't be tried again", async () => {
    const { admin, server, site } = await openSite("550 5.1.0 Address rejected");
    await addReaders(site, 1);
    const id = await launch(admin);
    await site.app.runJob("campaigns");
    await site.app.runJob("campaigns");
    await site.app.runJob("campaign-mail");
    expect((await admin.post(`/api/admin/campaigns/${id}/stop`)).body.counts).toMatchObject({ failed: 1 });
    const [failed] = (await admin.get("/api/admin/emails?status=failed")).body.items;
    expect((await admin.get(`/api/admin/emails/${failed!.id}`)).body.canRetry).toBe(false);
    expect((await admin.post(`/api/admin/emails/${failed!.id}/retry`)).body.code).toBe("order_closed");
    await sendAll(site);
    expect([server.taken.length, await broken(site)]).toEqual([0, []]);
  });
});

describe("an email about an order", () => {
  test("is resent to another address with a reason, and the order keeps its own", async () => {
    const { admin, server, site } = await openSite();
    const order = await buy(site);
    await sendNow(site);
    const [mail] = (await admin.get("/api/admin/emails")).body.items;
    const url = `/api/admin/emails/${mail!.id}/resend` as const;
    const elsewhere = { email: "friend@example.com", reason: "She lost access to her mailbox" };
    const sent = await admin.post(url, elsewhere);
    expect([sent.status, sent.body]).toMatchObject([
      201,
      { resendOf: mail!.id, to: { name: "", address: "friend@example.com" } },
    ]);
    await site.app.runJob("mail");
    expect(server.taken.map(({ to }) => to[0])).toEqual(["ada@example.com", "friend@example.com"]);
    expect(server.taken[1]!.raw).toContain(order.tickets[0]!.code.slice(0, 20));
    const { items } = (await admin.get(`/api/admin/audit?kind=mail&id=${mail!.id}`)).body;
    expect(items[0]).toMatchObject({ reason: elsewhere.reason, after: { to: "friend@example.com" } });
    expect((await admin.get(`/api/admin/orders/${order.id}`)).body.buyer.email).toBe("ada@example.com");
    expect((await admin.post(url, { email: "friend@example.com" })).status).toBe(400);
    expect((await admin.post(url, { ...elsewhere, email: "a@b\r\nBcc: c@d.example" })).status).toBe(400);
    await sql`update sessions set confirmed_at = clock_now() - interval '2 hours'`.execute(site.db);
    expect((await admin.post(url, elsewhere)).body.code).toBe("confirmation_required");
    expect(await broken(site)).toEqual([]);
  });

  test("to an address that bounced isn't sent, and staff see why", async () => {
    const { admin, server, site } = await openSite();
    await sql`insert into suppressions (email, cause, detail) values ('friend@example.com', 'bounce', 'No such user')`.execute(
      site.db,
    );
    await buy(site);
    await sendNow(site);
    const [mail] = (await admin.get("/api/admin/emails")).body.items;
    const reason = "She lost access to her mailbox";
    await admin.post(`/api/admin/emails/${mail!.id}/resend`, { email: "friend@example.com", reason });
    await site.app.runJob("mail");
    expect(server.taken).toHaveLength(1);
    expect((await admin.get("/api/admin/emails?status=suppressed")).body.items).toMatchObject([
      { to: { address: "friend@example.com" }, error: "Suppressed: the address bounced (No such user)" },
    ]);
    expect(await readAttention(admin)).toMatchObject({ failedMails: 1 });
  });
});

test("the overview counts what was sent, failed and waits, and groups failures by reason", async () => {
  const { admin, site } = await openSite(
    "take",
    "550 5.1.0 Address rejected",
    "550 5.1.0 Address rejected",
    "hang",
    "take",
  );
  // No day ends between an email and what counts it.
  await installMovingClock(site.database, { isFrozen: true });
  for (const name of ["ada", "bob", "cleo", "dan", "eve"]) await buy(site, `${name}@example.com`);
  await site.app.runJob("mail");
  await sql`insert into suppressions (email, cause, detail) values ('gone@example.com', 'bounce', '')`.execute(site.db);
  await buy(site, "gone@example.com");
  await site.app.runJob("mail");
  await addReaders(site, 3);
  await buy(site, "later@example.com");
  await sql`update emails set next_attempt_at = clock_now() - interval '90 seconds' where status = 'queued'`.execute(
    site.db,
  );
  const { body } = await admin.get("/api/admin/email-overview");
  expect(body).toMatchObject({ leaves: true, waiting: 2, suppressed: 1, optedIn: 3 });
  expect(body.lateSeconds).toBeGreaterThanOrEqual(90);
  expect(body.days).toHaveLength(14);
  expect(body.days.at(-1)).toMatchObject({ sent: 2, failed: 3, unknown: 1 });
  const reasons = body.failures.map(({ reason, count, latest }) => [reason, count, latest.name]);
  expect(reasons).toHaveLength(3);
  expect(reasons[0]).toEqual([expect.stringContaining("Address rejected"), 2, "cleo@example.com"]);
  expect(reasons).toContainEqual(["Suppressed: the address bounced", 1, "gone@example.com"]);
  expect(JSON.stringify(body.failures.map(({ reason }) => reason))).not.toContain("@");
  await sql`update emails set created_at = created_at - interval '1 day' where status = 'failed'`.execute(site.db);
  await sql`update emails set created_at = created_at - interval '14 days' where status = 'unknown'`.execute(site.db);
  const { days, failures } = (await admin.get("/api/admin/email-overview")).body;
  expect(days.slice(-2)).toMatchObject([{ failed: 2 }, { sent: 2, failed: 1, unknown: 0 }]);
  expect(failures).toHaveLength(2);
});

test("what a campaign skips or no longer sends is no failure, and its queue makes nothing late", async () => {
  const { admin, site } = await openSite();
  await addReaders(site, 3);
  const id = await launch(admin);
  await site.app.runJob("campaigns");
  await site.app.runJob("campaigns");
  await sql`update emails set next_attempt_at = clock_now() - interval '1 hour'`.execute(site.db);
  const overview = async () => (await admin.get("/api/admin/email-overview")).body;
  expect(await overview()).toMatchObject({ waiting: 3, lateSeconds: 0 });
  await admin.post(`/api/admin/campaigns/${id}/stop`);
  const { waiting, days, failures } = await overview();
  expect([waiting, days.at(-1), failures]).toMatchObject([0, { failed: 0 }, []]);
});
