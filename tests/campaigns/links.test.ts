import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { toToken } from "#server/modules/consent/index.ts";
import { findParts } from "#testing/mail-server.ts";
import { addReaders, content, launch, openCampaignSite, sendAll } from "./kit.ts";

let opened: Awaited<ReturnType<typeof openCampaignSite>>;
/** The campaign that one reader got, and the links in it. */
let got: { id: number; text: string; unsubscribe: string; web: string };
beforeAll(async () => {
  opened = await openCampaignSite();
});
afterAll(() => opened.close());

const pathOf = (url: string) => url.slice(new URL(url).origin.length);
async function deliver(more: Partial<typeof content> = {}) {
  const { admin, server, site } = opened;
  await sql`
    truncate campaign_clicks, campaign_recipients, campaigns, consents, suppressions, event_message_opt_outs,
      emails restart identity`.execute(site.db);
  server.taken.length = 0;
  await addReaders(site, 2);
  const id = await launch(admin, { content: { ...content, ...more } });
  await sendAll(site);
  await sql`update emails set handed_over_at = handed_over_at - interval '1 minute'`.execute(site.db);
  const mail = server.taken.find(({ to }) => to[0] === "reader-1@example.com")!;
  const text = findParts(mail, "text/plain")[0]!.content.toString();
  const header = /^<(http:\/\/[^>]+)>$/.exec(mail.headers["list-unsubscribe"]!)![1]!;
  return { id, text, unsubscribe: pathOf(header), web: pathOf(/View in browser: (\S+)/.exec(text)![1]!) };
}
beforeEach(async () => {
  got = await deliver();
});

const optedIn = async () => {
  const { rows } = await sql<{ email: string }>`
    select email from consents where withdrawn_at is null order by email`.execute(opened.site.db);
  return rows.map(({ email }) => email.split("@")[0]);
};
const results = async () => (await opened.admin.get(`/api/admin/campaigns/${got.id}`)).body.results;
const inject = (method: string, url: string, headers: Record<string, string> = {}, payload?: string) =>
  opened.site.app.server.inject({ method: method as "GET", url, headers, ...(payload !== undefined && { payload }) });

const browser = { "user-agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/605.1" };

describe("opening the unsubscribe link", () => {
  test.for([
    ["as a person", "GET", browser],
    ["as a scanner", "GET", { "user-agent": "Mozilla/5.0 (compatible; BarracudaCentral)" }],
    ["to look where it leads", "HEAD", browser],
    ["ahead of a click", "GET", { ...browser, "sec-purpose": "prefetch;prerender" }],
    ["without a browser", "GET", {}],
  ] as const)("%s leads to the preference center and changes nothing", async ([, method, headers]) => {
    const answer = await inject(method, got.unsubscribe, headers);
    expect(answer.statusCode).toBe(303);
    expect(answer.headers.location).toMatch(/^\/events\?preferences=[\w.-]+&step=unsubscribe$/);
    expect(await optedIn()).toEqual(["reader-1", "reader-2"]);
    expect(await results()).toMatchObject({ clickers: 0, clicks: 0, unsubscribes: 0 });
  });
});

describe("one click (RFC 8058)", () => {
  const form = "application/x-www-form-urlencoded";
  const multipart = "multipart/form-data; boundary=x";
  test.for([
    ["a form", { "content-type": form }, "List-Unsubscribe=One-Click"],
    [
      "a multipart form",
      { "content-type": multipart },
      '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
    ],
    ["a form from elsewhere", { "content-type": form, origin: "https://mail.example" }, "List-Unsubscribe=One-Click"],
    ["nothing", {}, undefined],
    ["JSON", { "content-type": "application/json" }, "{}"],
  ] as const)("with %s unsubscribes this reader, and can be repeated", async ([, headers, payload]) => {
    for (let time = 0; time < 2; time++) {
      const answer = await inject("POST", got.unsubscribe, headers, payload);
      expect([answer.statusCode, answer.json()]).toEqual([200, { ok: true }]);
      expect(answer.headers["set-cookie"]).toBeUndefined();
    }
    expect(await optedIn()).toEqual(["reader-2"]);
    expect(await results()).toMatchObject({ clicks: 0, unsubscribes: 1 });
  });

  test("of a browser without scripts ends at the page that says it's done", async () => {
    const answer = await inject("POST", got.unsubscribe, { ...browser, accept: "text/html,*/*" });
    expect([answer.statusCode, answer.headers.location]).toEqual([303, expect.stringContaining("step=unsubscribed")]);
    expect(await optedIn()).toEqual(["reader-2"]);
  });

  test("needs a token that we signed for it", async () => {
    const { keys } = opened.site.app.deps;
    const claim = ["reader-1@example.com", "marketing", null];
    const tokens = [
      toToken(keys["email-links"], "click", claim),
      toToken(keys["order-links"], "preferences", claim),
      "a".repeat(80),
    ];
    for (const token of tokens) {
      for (const method of ["GET", "POST"]) {
        expect((await inject(method, `/api/email/unsubscribe?token=${token}`)).statusCode).toBe(404);
      }
      expect((await inject("GET", `/api/email/preferences?token=${token}`)).statusCode).toBe(404);
    }
    expect(await optedIn()).toEqual(["reader-1", "reader-2"]);
  });
});

describe("the web version", () => {
  test("is the reader's own message, runs nothing, isn't indexed, and counts no click", async () => {
    const page = await inject("GET", got.web, browser);
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain("the lineup");
    expect(page.body).toContain("1 Flatbush Ave");
    expect(page.body).toContain(got.unsubscribe.split("token=")[1]);
    expect(page.headers["content-security-policy"]).toMatch(/sandbox .*default-src 'none'/);
    expect(page.headers).toMatchObject({ "x-robots-tag": "noindex", "cache-control": "private, no-store" });
    expect(await results()).toMatchObject({ clicks: 0 });
  });

  test("needs a token of its own", async () => {
    const { keys } = opened.site.app.deps;
    for (const token of [toToken(keys["email-links"], "web", 999_999), toToken(keys["email-links"], "click", 1)]) {
      expect((await inject("GET", `/api/email/web?token=${token}`)).statusCode).toBe(404);
    }
  });
});

describe("a link", () => {
  const follow = async (label: string) => {
    const [, url] = new RegExp(`${label}: (\\S+)`).exec(got.text)!;
    return inject("GET", pathOf(url!), browser);
  };

  test.for([
    [
      "/events?ref=ada",
      /^http:\/\/localhost:3000\/events\?ref=ada&utm_source=email&utm_medium=email&utm_campaign=december-news-1$/,
    ],
    ["https://elsewhere.example/a?utm_source=x", /^https:\/\/elsewhere\.example\/a\?utm_source=x$/],
    [`https://elsewhere.example/${"a".repeat(474)}`, /^https:\/\/elsewhere\.example\/a{474}$/],
  ] as const)("to %s counts a click and leads there", async ([url, location]) => {
    got = await deliver({ button: { label: "Get tickets", url } });
    const answer = await follow("Get tickets");
    expect([answer.statusCode, answer.headers.location]).toEqual([302, expect.stringMatching(location)]);
    expect(answer.headers).toMatchObject({ "referrer-policy": "no-referrer", "cache-control": "no-store" });
    expect(await results()).toMatchObject({ clickers: 1, clicks: 1 });
  });

  test("that is too long for a token leads there without being counted", async () => {
    const url = `https://elsewhere.example/${"a".repeat(600)}`;
    got = await deliver({ button: { label: "Get tickets", url } });
    expect(got.text).toContain(`Get tickets: ${url}`);
  });
});
