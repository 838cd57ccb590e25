import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SessionEntry } from "#contract/accounts/sessions.ts";
import { findParts, startMailServer } from "#testing/mail-server.ts";
import { createSite, draft, type Site } from "#testing/site.ts";
import { createBrowser } from "./browser.ts";
import { createMember, password, signInAgain } from "./make-member.ts";

const dataDir = mkdtempSync(join(tmpdir(), "account-panel-"));
const avatars = join(dataDir, "media", "avatars");
let mails: Awaited<ReturnType<typeof startMailServer>>;
let site: Site;

beforeAll(async () => {
  mails = await startMailServer();
  site = await createSite({ settings: { SMTP_URL: mails.url, DATA_DIR: dataDir } });
});
afterAll(async () => {
  await site.close();
  await mails.close();
  rmSync(dataDir, { recursive: true });
});

type Browser = Awaited<ReturnType<typeof createMember>>["browser"];
const texts = () => mails.taken.map((mail) => findParts(mail, "text/plain")[0]!.content.toString("utf8"));
const isAlive = async (browser: Browser) => (await browser.get("/api/me")).status === 200;

async function confirmationFor(browser: Browser, email: string): Promise<string> {
  const reply = await browser.send("PUT", "/api/me/email", { email, password });
  expect([reply.status, reply.body["pendingEmail"]]).toEqual([200, email.toLowerCase()]);
  await site.app.runJob("mail");
  const index = texts().findLastIndex((text) => text.includes("confirm-email="));
  expect(mails.taken[index]!.to).toEqual([email.toLowerCase()]);
  return /confirm-email=([\w-]{22})(?![\w-])/.exec(texts()[index]!)![1]!;
}

describe("the display name", () => {
  test("follows the registration form's rules and shows at once", async () => {
    const { browser } = await createMember(site, "renamed");
    const bad = await browser.send("PATCH", "/api/me/profile", { displayName: " ab " });
    expect([bad.status, bad.body["message"]]).toEqual([400, "Display name must be at least 3 characters"]);
    expect((await browser.send("PATCH", "/api/me/profile", { displayName: "  Auntie Merle " })).status).toBe(200);
    expect((await browser.get("/api/me")).body["displayName"]).toBe("Auntie Merle");
  });
});

describe("the email", () => {
  test("doesn't count until its link is used, and then brings in the orders placed with it", async () => {
    const { browser } = await createMember(site, "collector");
    const ticketTypeId = await site.create.ticketType();
    const guest = await site.as("guest");
    const { body: order } = await site.buy(guest, [{ ticketTypeId, quantity: 1 }]);
    const token = await confirmationFor(browser, "Ada@Example.com");
    expect((await browser.get("/api/me")).body["email"]).toBeNull();
    expect((await browser.get("/api/my-tickets")).body["items"]).toEqual([]);
    expect((await browser.get(`/api/orders/${order.id}`)).status).toBe(404);

    expect((await browser.post("/api/me/email/confirm", { token })).body).toMatchObject({
      email: "ada@example.com",
      pendingEmail: null,
    });
    expect((await browser.get(`/api/orders/${order.id}`)).status).toBe(200);
    expect((await browser.get("/api/my-tickets")).body["items"]).toHaveLength(1);
    expect((await browser.post("/api/me/email/confirm", { token })).status).toBe(410);
  });

  test("can't be confirmed from another account, and ends the account's other sessions when confirmed", async () => {
    const { browser: attacker } = await createMember(site, "attacker");
    const { browser: victim } = await createMember(site, "victim");
    const elsewhere = await signInAgain(site, "attacker");
    const token = await confirmationFor(attacker, "victim@example.com");
    expect((await victim.post("/api/me/email/confirm", { token })).status).toBe(410);
    expect((await victim.get("/api/me")).body["email"]).toBeNull();
    expect((await attacker.post("/api/me/email/confirm", { token })).status).toBe(200);
    expect([await isAlive(attacker), await isAlive(elsewhere.browser)]).toEqual([true, false]);
  });

  test("requires the password again", async () => {
    const { browser } = await createMember(site, "guarded");
    for (const body of [{ email: "g@example.com" }, { email: "g@example.com", password: "Wrong2026" }]) {
      const reply = await browser.send("PUT", "/api/me/email", body);
      expect([reply.status, reply.body["code"]]).toEqual([401, "wrong_password"]);
    }
    expect((await browser.get("/api/me/profile")).body["pendingEmail"]).toBeNull();
  });

  test("that belongs to someone else is rejected only for a person who can read its inbox", async () => {
    await createMember(site, "owner", "taken@example.com");
    const { browser } = await createMember(site, "latecomer");
    const token = await confirmationFor(browser, "taken@example.com");
    const reply = await browser.post("/api/me/email/confirm", { token });
    expect([reply.status, reply.body["code"]]).toEqual([409, "email_taken"]);
  });

  test("change is reported to the old address; a newer or dropped change invalidates the link", async () => {
    const { browser } = await createMember(site, "mover", "old@example.com");
    const first = await confirmationFor(browser, "first@example.com");
    const second = await confirmationFor(browser, "second@example.com");
    expect((await browser.post("/api/me/email/confirm", { token: first })).status).toBe(410);
    expect((await browser.send("DELETE", "/api/me/email/pending")).status).toBe(200);
    expect((await browser.post("/api/me/email/confirm", { token: second })).status).toBe(410);
    const third = await confirmationFor(browser, "third@example.com");
    expect((await browser.post("/api/me/email/confirm", { token: third })).status).toBe(200);
    await site.app.runJob("mail");
    expect([mails.taken.at(-1)!.to, texts().at(-1)]).toEqual([
      ["old@example.com"],
      expect.stringContaining("The email on your account was changed"),
    ]);
  });
});

describe("the password", () => {
  test("changes with the old one, renews this session and ends all others", async () => {
    const { browser } = await createMember(site, "changer");
    const elsewhere = await signInAgain(site, "changer");
    const tokenBefore = browser.token;
    const wrong = await browser.post("/api/me/password", { currentPassword: "Wrong2026", password: "NewCarnival27" });
    expect([wrong.status, wrong.body["message"]]).toEqual([401, "Incorrect password. Try again."]);
    const right = await browser.post("/api/me/password", { currentPassword: password, password: "NewCarnival27" });
    expect(right.status).toBe(200);
    expect(browser.token).not.toBe(tokenBefore);
    expect([await isAlive(browser), await isAlive(elsewhere.browser)]).toEqual([true, false]);
    expect((await signInAgain(site, "changer")).status).toBe(401);
    expect((await signInAgain(site, "changer", "NewCarnival27")).status).toBe(200);
  });

  test("can't be guessed from a hijacked session", async () => {
    const strict = await createSite({ settings: { RATE_LIMITS: "on" } });
    const { browser } = await createMember(strict, "taken-over");
    const guess = () => browser.post("/api/me/password", { currentPassword: "Wrong2026", password: "NewCarnival27" });
    const statuses = [];
    for (let count = 0; count < 12; count++) statuses.push((await guess()).status);
    await strict.close();
    expect(new Set(statuses)).toEqual(new Set([401, 429]));
    expect(statuses.at(-1)).toBe(429);
  });
});

describe("sessions", () => {
  const phone =
    "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36";

  async function signInOn(agent: string) {
    const browser = createBrowser(site.app.server);
    await browser.post("/api/auth/login", { username: "spread", password }, { "user-agent": agent });
    return browser;
  }

  test("are listed in plain words, the current one first, without secrets, and can be ended singly or together", async () => {
    const { browser } = await createMember(site, "spread");
    const onPhone = await signInOn(phone);
    const third = await signInOn("curl/8.9");
    const list = async () => (await browser.get("/api/me/sessions")).body["items"] as unknown as SessionEntry[];
    const sessions = await list();
    expect(sessions[0]!.current).toBe(true);
    expect(sessions.map((session) => session.device)).toContain("Chrome on Android");
    for (const { token } of [browser, onPhone, third]) expect(JSON.stringify(sessions)).not.toContain(token);

    const ofPhone = sessions.find((session) => session.kind === "phone")!;
    expect((await browser.send("DELETE", `/api/me/sessions/${ofPhone.id}`)).status).toBe(200);
    expect([await isAlive(onPhone), await isAlive(third)]).toEqual([false, true]);
    expect((await browser.send("DELETE", `/api/me/sessions/${ofPhone.id}`)).status).toBe(404);
    const { browser: stranger } = await createMember(site, "stranger");
    expect((await stranger.send("DELETE", `/api/me/sessions/${sessions[0]!.id}`)).status).toBe(404);
    expect((await browser.send("DELETE", "/api/me/sessions")).status).toBe(200);
    expect([await isAlive(browser), await isAlive(third)]).toEqual([true, false]);
  });
});

describe("the profile photo", () => {
  const upload = (browser: Browser, file: Buffer, type = "image/jpeg") =>
    browser.send("POST", "/api/me/avatar", file, { "content-type": type });
  const photo = () =>
    sharp({ create: { width: 900, height: 600, channels: 3, background: "#c9a24b" } })
      .jpeg()
      .withExif({ IFD0: { Make: "Secret Camera" }, IFD3: { GPSLatitude: "10/1 39/1 0/1" } })
      .toBuffer();

  test("is redrawn as two squares without camera metadata; the previous one is deleted", async () => {
    const { browser } = await createMember(site, "pictured");
    const file = await photo();
    expect(file.includes("Secret Camera")).toBe(true);
    const first = await upload(browser, file);
    expect([first.status, first.body["avatar"]]).toEqual([
      200,
      expect.stringMatching(/^\/media\/avatars\/[0-9a-f]{32}-96\.webp$/),
    ]);
    for (const [address, side] of [
      [first.body["avatar"], 96],
      [first.body["avatarLarge"], 512],
    ] as const) {
      const { rawPayload } = await site.app.server.inject({ url: address });
      const { width, height, format, exif } = await sharp(rawPayload).metadata();
      expect([width, height, format, exif]).toEqual([side, side, "webp", undefined]);
      expect(rawPayload.includes("Secret Camera")).toBe(false);
    }
    expect((await browser.get("/api/me")).body["avatar"]).toBe(first.body["avatar"]);
    await upload(browser, file);
    expect(readdirSync(avatars)).toHaveLength(2);
    expect((await browser.send("DELETE", "/api/me/avatar")).body["avatar"]).toBeNull();
    expect(readdirSync(avatars)).toEqual([]);
  });

  test("is checked by its bytes: scripts, SVGs, broken and oversized files leave nothing behind", async () => {
    const { browser } = await createMember(site, "uploader");
    const wide = await sharp({ create: { width: 6000, height: 5000, channels: 3, background: "#000" } })
      .png()
      .toBuffer();
    const gif = await sharp({ create: { width: 8, height: 8, channels: 3, background: "#000" } })
      .gif()
      .toBuffer();
    const cut = (await photo()).subarray(0, 900);
    const files: [Buffer, number][] = [
      [Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"), 415],
      [Buffer.from("<script>alert(1)</script>"), 415],
      [gif, 415],
      [cut, 400],
      [wide, 413],
      [Buffer.alloc(10 * 1024 * 1024 + 1, 0xff), 413],
    ];
    for (const [file, status] of files) expect((await upload(browser, file)).status).toBe(status);
    expect((await upload(browser, await photo(), "text/html")).status).toBe(415);
    expect((await browser.send("POST", "/api/me/avatar", { file: "x" })).status).toBe(415);
    expect(readdirSync(avatars)).toEqual([]);
    expect(
      (
        await createBrowser(site.app.server).send("POST", "/api/me/avatar", await photo(), {
          "content-type": "image/png",
        })
      ).status,
    ).toBe(401);
  });
});

describe("leaving", () => {
  async function buyAs(browser: Browser, email: string, event: object = {}) {
    const buyer = { name: "Ada Buyer", email };
    const ticketTypeId = await site.create.ticketType({ eventId: await site.create.event(event) });
    const key = () => ({ "idempotency-key": crypto.randomUUID() });
    const { body: order } = await browser.post("/api/orders", draft([{ ticketTypeId, quantity: 2 }], { buyer }), key());
    const { body: payment } = await browser.post(`/api/orders/${order["id"]}/payment`, {}, key());
    return { orderId: String(order["id"]), url: String(payment["url"]) };
  }
  const approve = (browser: Browser, url: string) =>
    browser.post(`${new URL(url).pathname}/complete`, { outcome: "approve" });

  test("a person can download all their data as a file, without codes or secrets", async () => {
    const { browser } = await createMember(site, "exporter", "exporter@example.com");
    const { url, orderId } = await buyAs(browser, "exports@example.com");
    await approve(browser, url);
    await site.app.runJob("mail");
    const reply = await browser.get("/api/me/export");
    expect(reply.headers["content-disposition"]).toMatch(/^attachment; filename=".+\.json"$/);
    expect(reply.body).toMatchObject({
      account: { username: "exporter", email: "exporter@example.com" },
      sessions: [{ current: true }],
      orders: [{ id: orderId, buyer: { name: "Ada Buyer", email: "exports@example.com" } }],
      tickets: [{ holderName: "Ada Buyer" }, { holderName: "Ada Buyer" }],
      mails: [{ kind: "order_confirmation", to: "exports@example.com" }],
    });
    const { body: order } = await browser.get(`/api/orders/${orderId}`);
    const [ticket] = order["tickets"] as unknown as { code: string }[];
    expect(JSON.stringify({ ...(reply.body as object), mails: [] })).not.toContain(ticket!.code);
    expect(JSON.stringify(reply.body)).not.toContain(browser.token);
  });

  test("is refused during a payment or until tickets for upcoming events are given up", async () => {
    const { browser } = await createMember(site, "undecided");
    const { url } = await buyAs(browser, "undecided@example.com", { title: "Moonlight Mas" });
    const leave = async (body: object) => (await browser.post("/api/me/deletion", body)).body["code"];
    expect(await leave({ password, giveUpTickets: true })).toBe("payment_under_way");
    await approve(browser, url);
    expect(await leave({ password })).toBe("tickets_ahead");
    expect(await leave({ giveUpTickets: true })).toBe("wrong_password");
    expect((await browser.get("/api/me/deletion")).body).toMatchObject({
      lastAdmin: false,
      openMatters: [{ kind: "tickets", title: "Moonlight Mas", count: 2 }],
    });
    expect(await isAlive(browser)).toBe(true);
  });

  test("keeps order numbers and amounts and nothing that identifies the person", async () => {
    const { browser, id } = await createMember(site, "leaver", "leaver@example.com");
    const { orderId, url } = await buyAs(browser, "leaver@example.com");
    await approve(browser, url);
    await site.app.runJob("mail");
    await browser.send("PATCH", "/api/me/profile", { displayName: "Leaving Lady" });
    const codes = ((await browser.get(`/api/orders/${orderId}`)).body["tickets"] as unknown as { code: string }[]).map(
      (t) => t.code,
    );
    const moneyOf = async () =>
      (await sql`select number, total_cents, status from orders where id = ${orderId}`.execute(site.db)).rows;
    const before = await moneyOf();
    expect((await browser.post("/api/me/deletion", { password, giveUpTickets: true })).status).toBe(200);

    expect(browser.token).toBeUndefined();
    expect(await moneyOf()).toEqual(before);
    const { rows } = await sql<{ all: string }>`
      select (select u::text from users u where id = ${id}) || (select string_agg(o::text, '') from orders o where user_id = ${id})
        || (select string_agg(t::text, '') from tickets t where owner_id = ${id})
        || (select string_agg(e::text, '') from emails e where topic ->> 'orderId' = ${orderId})
        || coalesce((select string_agg(k::text, '') from idempotency_keys k where user_id = ${id}), '') as all`.execute(
      site.db,
    );
    for (const trace of ["leaver", "Leaving Lady", "Ada Buyer", "argon2", codes[0]!])
      expect(rows[0]!.all).not.toContain(trace);
    expect((await signInAgain(site, "leaver")).status).toBe(404);
    const door = await site.as("moderator");
    const { rows: events } = await sql<{
      id: number;
    }>`select event_id as id from tickets where owner_id = ${id} limit 1`.execute(site.db);
    const scan = { code: codes[0], eventId: events[0]!.id, deviceId: "door-device-1", scanId: crypto.randomUUID() };
    expect((await door.post("/api/scans", scan)).body.verdict).not.toBe("admitted");
    // A new account can use the address.
    const { browser: newcomer } = await createMember(site, "newcomer");
    const token = await confirmationFor(newcomer, "leaver@example.com");
    expect((await newcomer.post("/api/me/email/confirm", { token })).status).toBe(200);
    expect((await newcomer.get("/api/my-tickets")).body["items"]).toEqual([]);
  });

  test("needs no password from a guest, and is refused to the last admin", async () => {
    const guest = createBrowser(site.app.server);
    await guest.post("/api/auth/guest");
    expect((await guest.post("/api/me/deletion", {})).status).toBe(200);
    const otherSite = await createSite();
    const { browser: admin } = await createMember(otherSite, "only-admin", null, "admin");
    const { browser: second } = await createMember(otherSite, "second-admin", null, "admin");
    const replies = await Promise.all([admin, second].map((each) => each.post("/api/me/deletion", { password })));
    await otherSite.close();
    expect(replies.map((reply) => reply.status).toSorted()).toEqual([200, 409]);
  });
});
