import { createHmac } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { consentText } from "#contract/consent/consent.ts";
import { refuse, type RecipientStatus } from "#server/modules/consent/rules.ts";
import { isSigned } from "#server/modules/consent/signatures.ts";
import { findParts } from "#testing/mail-server.ts";
import { addReaders, launch, openCampaignSite, sendAll } from "../campaigns/kit.ts";

const secret = "a-secret-of-the-provider";
let opened: Awaited<ReturnType<typeof openCampaignSite>>;
let misbehaves = false;
beforeAll(async () => {
  opened = await openCampaignSite(() => (misbehaves ? "550 5.1.1 <gone@example.com>: user unknown" : "take"), {
    settings: { EMAIL_WEBHOOK_SECRET: secret },
  });
});
afterAll(() => opened.close());
beforeEach(async () => {
  misbehaves = false;
  opened.server.taken.length = 0;
  await sql`
    truncate campaign_clicks, campaign_recipients, campaigns, consents, suppressions, event_message_opt_outs,
      mail_reports, emails restart identity`.execute(opened.site.db);
});

const rows = async <Row>(text: string) => (await sql.raw<Row>(text).execute(opened.site.db)).rows;
const consents = () => rows("select email, place, text, withdrawn_place from consents order by id");

async function order(email: string, more: object = {}) {
  const { site } = opened;
  const ticketTypeId = await site.create.ticketType();
  const buyer = { name: "Ada", email };
  return site.buy(await site.as("guest"), [{ ticketTypeId, quantity: 1 }], "approve", { buyer, ...more });
}

describe("an opt-in", () => {
  test("at checkout is stored with its text and place, once; without the tick nothing is", async () => {
    await order("ada@example.com");
    expect(await consents()).toEqual([]);
    await order("ada@example.com", { emailOptIn: true });
    await order("ada@example.com", { emailOptIn: true });
    expect(await consents()).toEqual([
      { email: "ada@example.com", place: "checkout", text: consentText, withdrawn_place: null },
    ]);
  });

  test("in the account can be given and withdrawn, and both are kept as proof", async () => {
    const { site } = opened;
    const member = await site.as("user");
    expect((await member.get("/api/account/email-consent")).body).toMatchObject({ hasEmail: false, news: false });
    const choose = (news: boolean) => member.call("PUT", "/api/account/email-consent", { news, eventMessages: true });
    expect((await choose(true)).body.code).toBe("email_on_file");
    await sql`update users set email = 'member@example.com' where id = ${member.id}`.execute(site.db);
    expect((await choose(true)).body).toMatchObject({ news: true, hasEmail: true });
    expect((await choose(false)).body).toMatchObject({ news: false, newsSince: null });
    await choose(true);
    expect(await consents()).toEqual([
      expect.objectContaining({ place: "account", withdrawn_place: "account" }),
      expect.objectContaining({ place: "account", withdrawn_place: null }),
    ]);
  });
});

describe("an opt-in at checkout", () => {
  /** Who got a campaign that starts now. */
  async function reached() {
    await launch(opened.admin);
    await sendAll(opened.site);
    return opened.server.taken.map(({ to }) => to[0]).toSorted();
  }
  async function placeFree(email: string) {
    const { site } = opened;
    const ticketTypeId = await site.create.ticketType({ pricing: "free", priceCents: 0, feeCents: 0 });
    const buyer = { name: "Ada", email };
    return site.buy(await site.as("guest"), [{ ticketTypeId, quantity: 1 }], "approve", { buyer, emailOptIn: true });
  }
  const followLast = async (email: string, step: "confirm" | "leave") => {
    await opened.site.app.runJob("mail");
    const mail = opened.server.taken.findLast(({ to, headers }) => to[0] === email && headers["list-unsubscribe"])!;
    const text = findParts(mail, "text/plain")[0]!.content.toString();
    const { searchParams } = new URL(new RegExp(`http\\S+[?&]${step}=\\S+`).exec(text)![0]);
    const [id, key] = [searchParams.get(step), searchParams.get("key")];
    return step === "confirm"
      ? opened.site.anon.post("/api/interest/confirm", { id, key })
      : opened.site.anon.post(`/api/interest/${id}/unsubscribe?key=${key}`);
  };

  test("counts once the order's payment, or the link of an email, confirms its address", async () => {
    await sql`truncate interests`.execute(opened.site.db);
    await addReaders(opened.site, 1);
    await order("payer@example.com", { emailOptIn: true });
    await placeFree("free@example.com");
    await placeFree("stranger@example.com");
    expect((await followLast("free@example.com", "confirm")).body).toEqual({ topic: "news:1" });
    opened.server.taken.length = 0;
    expect(await reached()).toEqual(["free@example.com", "payer@example.com", "reader-1@example.com"]);
    expect(
      (await rows<{ email: string }>("select email from interests where status = 'asked'")).map((row) => row.email),
    ).toEqual(["stranger@example.com"]);
  });

  test("ends by the link in the email that asked", async () => {
    await sql`truncate interests`.execute(opened.site.db);
    await addReaders(opened.site, 1);
    await placeFree("gone@example.com");
    await followLast("gone@example.com", "confirm");
    await followLast("gone@example.com", "leave");
    opened.server.taken.length = 0;
    expect(await reached()).toEqual(["reader-1@example.com"]);
    expect(await rows("select withdrawn_place from consents where email = 'gone@example.com'")).toEqual([
      { withdrawn_place: "one_click" },
    ]);
  });
});

test("the preference center shows a hidden address and changes only that one", async () => {
  const { admin, site, server } = opened;
  await addReaders(site, 2);
  await launch(admin);
  await sendAll(site);
  const mail = server.taken.find(({ to }) => to[0] === "reader-1@example.com")!;
  const token = new URL(/<(.+)>/.exec(mail.headers["list-unsubscribe"]!)![1]!).searchParams.get("token")!;
  const url = `/api/email/preferences?token=${token}`;
  expect((await site.anon.get(url)).body).toMatchObject({ email: "r…@example.com", news: true, eventMessages: true });
  const changed = await site.anon.post(url, { news: false, eventMessages: false });
  expect(changed.body).toMatchObject({ news: false, eventMessages: false });
  expect(await rows("select email from consents where withdrawn_at is null")).toEqual([
    { email: "reader-2@example.com" },
  ]);
  expect((await site.anon.get(`/api/email/preferences?token=${token.slice(0, -2)}xx`)).status).toBe(404);
});

describe("the email provider's report", () => {
  const report = (events: object[], { key = secret, at = Date.now() } = {}) => {
    const payload = JSON.stringify({ events });
    const t = Math.round(at / 1000);
    const v1 = createHmac("sha256", key).update(`${t}.${payload}`).digest("hex");
    return opened.site.app.server.inject({
      method: "POST",
      url: "/api/webhooks/email",
      headers: { "content-type": "application/json", "x-email-signature": `t=${t},v1=${v1}` },
      payload,
    });
  };
  const complaint = { id: "c1", type: "complaint", email: "Reader-1@example.com" };

  test("suppresses who bounced or complained, counts once, and a complaint ends the opt-in", async () => {
    await addReaders(opened.site, 3);
    const bounce = { id: "b1", type: "bounce", email: "reader-2@example.com", detail: "No such user" };
    const full = { id: "b2", type: "bounce", email: "reader-3@example.com", isPermanent: false };
    for (let time = 0; time < 2; time++) expect((await report([complaint, bounce, full])).statusCode).toBe(200);
    expect(await rows("select email, cause, detail from suppressions order by email")).toEqual([
      { email: "reader-1@example.com", cause: "complaint", detail: "" },
      { email: "reader-2@example.com", cause: "bounce", detail: "No such user" },
    ]);
    expect(await rows("select email from consents where withdrawn_place = 'complaint'")).toEqual([
      { email: "reader-1@example.com" },
    ]);
    // Lifted by staff, the same report doesn't bring it back.
    await sql`update suppressions set lifted_at = clock_now(), lift_reason = 'They asked for it'`.execute(
      opened.site.db,
    );
    expect((await report([complaint, bounce])).statusCode).toBe(200);
    expect(await rows("select from suppressions where lifted_at is null")).toEqual([]);
  });

  test.for([
    ["smtp; 550 5.1.1 user unknown", true],
    ["5.1.1 user unknown", true],
    ["", true],
    ["smtp;550 5.7.26 Unauthenticated email is not accepted due to the domain's DMARC policy", false],
    ["554 5.7.1 Message rejected as spam", false],
    ["552 5.2.2 mailbox full", false],
  ] as const)("of a bounce with the words %o suppresses: %s", async ([detail, isSuppressed]) => {
    const event = { id: `said ${detail}`, type: "bounce", email: "reader-9@example.com", detail };
    expect((await report([event])).statusCode).toBe(200);
    expect(await rows("select email from suppressions")).toHaveLength(isSuppressed ? 1 : 0);
  });

  test("is refused with a wrong or an old signature, or none", async () => {
    expect((await report([complaint], { key: "another-secret-key" })).statusCode).toBe(401);
    expect((await report([complaint], { at: Date.now() - 600_000 })).statusCode).toBe(401);
    expect((await opened.site.anon.post("/api/webhooks/email", { events: [complaint] })).status).toBe(401);
    expect((await report([{ id: "x", type: "strange" }])).statusCode).toBe(400);
    expect(await rows("select from suppressions")).toEqual([]);
  });
});

test("an address that the server doesn't know is suppressed, its next receipt is listed as suppressed, and staff lift it", async () => {
  const { admin, site } = opened;
  misbehaves = true;
  await order("gone@example.com");
  await site.app.runJob("mail");
  misbehaves = false;
  expect(await rows("select cause from suppressions")).toEqual([{ cause: "bounce" }]);
  await order("gone@example.com");
  await site.app.runJob("mail");
  expect(opened.server.taken).toHaveLength(0);
  const { body } = await admin.get("/api/admin/emails?status=suppressed");
  expect(body.items[0]!.error).toContain("the address bounced");
  const [suppression] = (await admin.get("/api/admin/suppressions?status=active")).body.items;
  const lift = () =>
    admin.post(`/api/admin/suppressions/${suppression!.id}/lift`, { reason: "They fixed their mailbox" });
  expect((await lift()).body).toMatchObject({ email: "gone@example.com", liftReason: "They fixed their mailbox" });
  expect((await lift()).status).toBe(404);
  await order("gone@example.com");
  await site.app.runJob("mail");
  expect(opened.server.taken).toHaveLength(1);
});

test("someone who reported spam still gets receipts", async () => {
  const { site, server } = opened;
  await sql`insert into suppressions (email, cause, detail) values ('ada@example.com', 'complaint', '')`.execute(
    site.db,
  );
  await order("ada@example.com");
  await site.app.runJob("mail");
  expect(server.taken.map(({ to }) => to)).toEqual([["ada@example.com"]]);
});

describe("an address", () => {
  const status = (more: Partial<RecipientStatus>): RecipientStatus => ({
    suppressedFor: null,
    detail: null,
    isOptedIn: false,
    isOptedOut: false,
    ...more,
  });
  test.for([
    ["service", {}, true],
    ["service", { suppressedFor: "complaint" }, true],
    ["service", { suppressedFor: "bounce", detail: "" }, false],
    ["event_message", {}, true],
    ["event_message", { isOptedOut: true }, false],
    ["event_message", { suppressedFor: "staff" }, false],
    ["marketing", {}, false],
    ["marketing", { isOptedIn: true }, true],
    ["marketing", { isOptedIn: true, isOptedOut: true }, true],
    ["marketing", { isOptedIn: true, suppressedFor: "complaint" }, false],
  ] as const)("for %s with %o is written to: %s", ([purpose, more, isSent]) => {
    expect(refuse(purpose, status(more)) === undefined).toBe(isSent);
  });
});

test("a signature without its parts is wrong", () => {
  for (const header of ["", "t=1", "v1=00", "t=x,v1=zz", `t=${Math.round(Date.now() / 1000)},v1=`]) {
    expect(isSigned(secret, header, "{}", Date.now())).toBe(false);
  }
});
