import { sql } from "kysely";
import { afterEach, describe, expect, test } from "vitest";
import { classifyFailure } from "#server/modules/email/transport.ts";
import { sabotage, type Sabotage } from "#testing/sabotage.ts";
import { createSite, type Site, type SiteOptions } from "#testing/site.ts";
import { startMailServer, type Behavior } from "#testing/mail-server.ts";
import { installMovingClock } from "#testing/moving-clock.ts";

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const thing of open.splice(0)) await thing.close();
});

const closeLater = <Thing extends { close(): Promise<void> }>(thing: Thing): Thing => {
  open.unshift(thing);
  return thing;
};

/** A site whose mail server applies these behaviors to one mail after another, then accepts all others. */
async function openSite(behaviors: Behavior[] = [], options: SiteOptions = {}) {
  const server = closeLater(await startMailServer((number) => behaviors[number] ?? "take"));
  const fallsSilent = behaviors.some((behavior) => behavior === "hang" || behavior === "take and hang");
  const url = fallsSilent ? server.hastyUrl : server.url;
  const site = closeLater(await createSite({ ...options, settings: { SMTP_URL: url } }));
  return { server, site };
}

async function buyOne(site: Site, count = 1): Promise<void> {
  const ticketTypeId = await site.create.ticketType({ capacity: 1000 });
  const bought = await Promise.all(
    Array.from({ length: count }, async () => site.buy(await site.as("guest"), [{ ticketTypeId, quantity: 1 }])),
  );
  // Whatever happens to the mail, the purchase is complete.
  for (const { body } of bought) expect([body.status, body.tickets.length]).toEqual(["paid", 1]);
}

interface MailRow {
  status: string;
  attempts: number;
  wait: number;
}

async function mails(site: Site): Promise<MailRow[]> {
  const { rows } = await sql<MailRow>`
    select status, attempts, round(extract(epoch from next_attempt_at - clock_now()))::int as wait from emails order by id`.execute(
    site.db,
  );
  return rows;
}

/** Skips the wait before the next attempt and runs the job. */
async function tryAgain(site: Site): Promise<void> {
  await sql`update emails set next_attempt_at = clock_now()`.execute(site.db);
  await site.app.runJob("mail");
}

describe("a mail whose", () => {
  const statuses: [string, Behavior[], string, number][] = [
    ["sending works", [], "sent", 1],
    ["recipient is temporarily refused (450)", [450], "queued", 0],
    ["mailbox is full (452)", [452], "queued", 0],
    ["recipient doesn't exist (550 5.1.1)", ["550 5.1.1 <guest@example.com>: user unknown"], "failed", 0],
    ["mailbox is full (552 5.2.2)", ["552 5.2.2 mailbox full"], "queued", 0],
    ["sender is refused (550 5.1.8)", ["550 5.1.8 <tickets@localhost>: Sender address rejected"], "queued", 0],
    ["recipient is refused without a reason (550)", [550], "queued", 0],
    ["text is temporarily refused (451)", ["refuse text for now"], "queued", 0],
    ["text is refused (554)", ["refuse text"], "queued", 0],
    ["server goes silent after the text", ["hang"], "unknown", 0],
    ["server accepts it and goes silent", ["take and hang"], "unknown", 1],
    ["server accepts it and drops the connection", ["take and drop"], "unknown", 1],
  ];

  test.for(statuses)("%s gets the matching status", async ([, behaviors, status, copies]) => {
    const { server, site } = await openSite(behaviors);
    await buyOne(site);
    await site.app.runJob("mail");
    expect(await mails(site)).toEqual([expect.objectContaining({ status, attempts: 1 })]);
    expect(server.taken).toHaveLength(copies);
    expect(server.attempts).toBe(1);
  });

  test("server is down waits half a minute at most, for three days", async () => {
    const { server, site } = await openSite();
    await server.close();
    await buyOne(site);
    await installMovingClock(site.database, { isFrozen: true });
    await site.app.runJob("mail");
    expect(await mails(site)).toEqual([{ status: "queued", attempts: 1, wait: 5 }]);
    await site.app.runJob("mail");
    expect(await mails(site)).toEqual([{ status: "queued", attempts: 1, wait: 5 }]);
    await tryAgain(site);
    await tryAgain(site);
    expect(await mails(site)).toEqual([{ status: "queued", attempts: 3, wait: 20 }]);
    for (let time = 4; time <= 14; time++) await tryAgain(site);
    expect(await mails(site)).toEqual([{ status: "queued", attempts: 14, wait: 30 }]);
    await sql`update emails set created_at = created_at - interval '73 hours'`.execute(site.db);
    await tryAgain(site);
    await tryAgain(site);
    expect(await mails(site)).toEqual([expect.objectContaining({ status: "failed", attempts: 15 })]);
  });

  test("text is refused for now waits longer after each attempt, and fails after twelve", async () => {
    const { site } = await openSite(Array.from({ length: 13 }, () => "refuse text for now" as const));
    await buyOne(site);
    await installMovingClock(site.database, { isFrozen: true });
    await site.app.runJob("mail");
    for (let time = 2; time <= 4; time++) await tryAgain(site);
    expect(await mails(site)).toEqual([{ status: "queued", attempts: 4, wait: 40 }]);
    for (let time = 5; time <= 13; time++) await tryAgain(site);
    expect(await mails(site)).toEqual([expect.objectContaining({ status: "failed", attempts: 12 })]);
  });

  test("refusal is temporary is sent at a later attempt, once", async () => {
    const { server, site } = await openSite([450, "refuse text for now", "take"]);
    await buyOne(site);
    await site.app.runJob("mail");
    await tryAgain(site);
    await tryAgain(site);
    await tryAgain(site);
    expect(await mails(site)).toEqual([expect.objectContaining({ status: "sent", attempts: 3 })]);
    expect(server.taken).toHaveLength(1);
  });

  test("outcome is unknown is repeated at most once, with the same Message-ID", async () => {
    const { server, site } = await openSite(["take and hang", "take and drop", "take", "take"]);
    await buyOne(site);
    await site.app.runJob("mail");
    for (let time = 0; time < 4; time++) await tryAgain(site);
    expect(await mails(site)).toEqual([expect.objectContaining({ status: "failed", attempts: 2 })]);
    expect(server.taken).toHaveLength(2);
    expect(new Set(server.taken.map((mail) => mail.headers["message-id"])).size).toBe(1);
  });

  test("outcome was unknown counts as sent if the repeat works", async () => {
    const { server, site } = await openSite(["hang", "take"]);
    await buyOne(site);
    await site.app.runJob("mail");
    await tryAgain(site);
    expect(await mails(site)).toEqual([expect.objectContaining({ status: "sent", attempts: 2 })]);
    expect(server.taken).toHaveLength(1);
  });

  test("sender is refused is sent later, and the same buyer's next one too: nobody is suppressed", async () => {
    const { server, site } = await openSite(["550 5.1.8 <tickets@localhost>: Sender address rejected"]);
    const ticketTypeId = await site.create.ticketType({ capacity: 1000 });
    const buyer = await site.as("guest");
    for (let time = 0; time < 2; time++) await site.buy(buyer, [{ ticketTypeId, quantity: 1 }]);
    await site.app.runJob("mail");
    expect(await mails(site)).toEqual([
      expect.objectContaining({ status: "queued" }),
      expect.objectContaining({ status: "sent" }),
    ]);
    const admin = await site.as("admin");
    expect((await admin.get("/api/admin/email-overview")).body).toMatchObject({
      suppressed: 0,
      refused: {
        count: 1,
        cause: "sender",
        said: expect.stringContaining("5.1.8 <tickets@localhost>: Sender address rejected"),
      },
    });
    await tryAgain(site);
    expect((await mails(site)).map(({ status }) => status)).toEqual(["sent", "sent"]);
    expect(server.taken).toHaveLength(2);
    expect((await admin.get("/api/admin/email-overview")).body).toMatchObject({ refused: null });
  });

  test("site is refused is tried again every quarter of an hour at most, for three days", async () => {
    const { site } = await openSite(
      Array.from({ length: 20 }, () => "554 5.7.1 Your IP is on our block list" as const),
    );
    await buyOne(site);
    await installMovingClock(site.database, { isFrozen: true });
    await site.app.runJob("mail");
    for (let time = 2; time <= 14; time++) await tryAgain(site);
    expect(await mails(site)).toEqual([{ status: "queued", attempts: 14, wait: 900 }]);
    await sql`update emails set created_at = created_at - interval '73 hours'`.execute(site.db);
    await tryAgain(site);
    expect(await mails(site)).toEqual([expect.objectContaining({ status: "failed", attempts: 15 })]);
  });

  test("server rejects the site's password waits, since the mail isn't at fault", async () => {
    const { server, site } = await openSite();
    server.refusePasswords();
    await buyOne(site);
    await installMovingClock(site.database, { isFrozen: true });
    await site.app.runJob("mail");
    expect(await mails(site)).toEqual([{ status: "queued", attempts: 1, wait: 5 }]);
  });
});

describe("a mail server error", () => {
  const refusal = (response: string) => ({
    code: "EENVELOPE",
    command: "RCPT TO",
    responseCode: Number(response.slice(0, 3)),
    response,
  });
  const table: [string, Parameters<typeof classifyFailure>, string][] = [
    ["no connection", [{ code: "ESOCKET" }, false], "queued"],
    ["silence before the text", [{ code: "ETIMEDOUT" }, false], "queued"],
    ["silence after the text", [{ code: "ETIMEDOUT" }, true], "unknown"],
    ["a broken connection after the text", [{ code: "ECONNECTION" }, true], "unknown"],
    ["an error without a code after the text", [{}, true], "unknown"],
    ["421 after the text: it wasn't accepted", [{ code: "ECONNECTION", responseCode: 421 }, true], "queued"],
    ["451 after the text", [{ code: "EMESSAGE", responseCode: 451 }, true], "queued"],
    ["554 after the text", [{ ...refusal("554 5.7.1 Spam"), code: "EMESSAGE", command: "DATA" }, true], "queued"],
    ["550 for a recipient who doesn't exist", [refusal("550 5.1.1 No such user"), false], "failed"],
    ["550 for a recipient with a full mailbox", [refusal("550 5.2.2 Mailbox full"), false], "queued"],
    ["550 for a recipient because of the sender", [refusal("550 5.7.1 Relaying denied"), false], "queued"],
    ["535 for the password", [{ code: "EAUTH", responseCode: 535 }, false], "queued"],
    ["554 in the greeting", [{ code: "EPROTOCOL", responseCode: 554 }, false], "queued"],
  ];
  test.for(table)("%s", ([, failure, verdict]) => {
    expect(classifyFailure(...failure)).toBe(verdict);
  });
});

describe("a sender that is killed", () => {
  const die = (site: Site, attempts: number, lease: string) =>
    sql`
      update emails set status = 'sending', attempts = ${attempts}, uncertain_attempts = ${attempts - 1},
        handed_over_at = clock_now(), lease_until = clock_now() + ${lease}::interval`.execute(site.db);

  test("leaves a mail that is sent again after its lease expires, and not before", async () => {
    const { server, site } = await openSite();
    await buyOne(site);
    await die(site, 1, "30 seconds");
    await site.app.runJob("mail");
    expect([await mails(site), server.taken.length]).toEqual([
      [expect.objectContaining({ status: "sending", attempts: 1 })],
      0,
    ]);
    await die(site, 1, "-1 second");
    await site.app.runJob("mail");
    expect([await mails(site), server.taken.length]).toEqual([
      [expect.objectContaining({ status: "sent", attempts: 2 })],
      1,
    ]);
  });

  test("twice during the same mail leaves it for a person to check", async () => {
    const { server, site } = await openSite();
    await buyOne(site);
    await die(site, 2, "-1 second");
    await site.app.runJob("mail");
    await tryAgain(site);
    expect([await mails(site), server.taken.length]).toEqual([
      [expect.objectContaining({ status: "failed", attempts: 2 })],
      0,
    ]);
  });

  test("repeatedly before anything reaches the mail server leaves a mail that is sent once", async () => {
    const { server, site } = await openSite();
    await buyOne(site);
    await die(site, 5, "-1 second");
    await sql`update emails set handed_over_at = null, uncertain_attempts = 0`.execute(site.db);
    await site.app.runJob("mail");
    expect([await mails(site), server.taken.length]).toEqual([
      [expect.objectContaining({ status: "sent", attempts: 6 })],
      1,
    ]);
  });

  test("only seemingly, and whose mail another sender has claimed, sends nothing", async () => {
    const { server, site } = await openSite();
    await buyOne(site);
    // The lease expires before the mail is rendered.
    await sql`
      create function be_slow() returns trigger language plpgsql as $$ begin
        if new.status = 'sending' and old.status <> 'sending' and new.attempts = 1 then
          new.lease_until = clock_now() - interval '1 second';
        end if;
        return new;
      end $$`.execute(site.db);
    await sql`create trigger be_slow before update on emails for each row execute function be_slow()`.execute(site.db);
    await site.app.runJob("mail");
    await site.app.runJob("mail");
    expect([await mails(site), server.taken.length]).toEqual([
      [expect.objectContaining({ status: "sent", attempts: 2 })],
      1,
    ]);
  });

  test("after temporary refusals still gets its second chance", async () => {
    const { server, site } = await openSite();
    await buyOne(site);
    await die(site, 1, "-1 second");
    await sql`update emails set attempts = 5`.execute(site.db);
    await site.app.runJob("mail");
    await tryAgain(site);
    expect([await mails(site), server.taken.length]).toEqual([[expect.objectContaining({ status: "sent" })], 1]);
  });

  test("while it waits for a slow server leaves the mails behind it unchanged", async () => {
    const server = closeLater(await startMailServer(() => "hang"));
    const site = closeLater(await createSite({ settings: { SMTP_URL: server.url } }));
    await buyOne(site, 4);
    const running = site.app.runJob("mail");
    await expect.poll(() => server.attempts).toBe(1);
    const statuses = (await mails(site)).map(({ status }) => status).toSorted();
    expect(statuses).toEqual(["queued", "queued", "queued", "sending"]);
    // The sender would wait much longer than this takes.
    await server.close();
    await running;
  });
});

describe("two nodes that send at once", () => {
  async function sendTogether(count: number, runs: number, rewriteSql?: Sabotage) {
    const { server, site } = await openSite([], { rewriteSql });
    const twin = closeLater(
      await createSite({ database: site.database, settings: { SMTP_URL: server.url }, rewriteSql }),
    );
    await buyOne(site, count);
    await Promise.all(Array.from({ length: runs }, (_, index) => (index % 2 ? twin : site).app.runJob("mail")));
    const copies = Object.groupBy(server.taken, (mail) => mail.headers["message-id"]!);
    return {
      mails: Object.keys(copies).length,
      copies: server.taken.length,
      statuses: new Set((await mails(site)).map(({ status, attempts }) => `${status} ${attempts}`)),
    };
  }

  test("send every mail, and none twice", async () => {
    expect(await sendTogether(30, 4)).toEqual({ mails: 30, copies: 30, statuses: new Set(["sent 1"]) });
  });

  test("send some twice without the lock between them", async () => {
    // Both read the next mail at the same time without a lock, and one claims it after the other has sent it.
    const claiming = { in: "update emails set status = 'sending'" };
    const inTurn = "select case arrive() when 1 then wait_for(2) when 2 then wait_for(3) end";
    const { copies } = await sendTogether(
      3,
      2,
      sabotage(
        [
          "select id from emails where status in ('queued', 'unknown')",
          `with turn as materialized (${inTurn}) select emails.id from turn cross join emails where status in ('queued', 'unknown')`,
          claiming,
        ],
        [" for update skip locked", "", claiming],
      ),
    );
    expect(copies).toBeGreaterThan(3);
  });
});
