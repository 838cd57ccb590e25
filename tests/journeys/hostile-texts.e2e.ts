import { expect, type Page } from "@playwright/test";
import { asLine, publishHostileNight } from "./hostile/hostile-night.ts";
import { markupFaults } from "./hostile/markup-faults.ts";
import { xssCorpus } from "./hostile/xss-corpus.ts";
import type { Client } from "#tests/kit/site.ts";
import { headScript } from "#web/lib/head-script.ts";
import { withSite } from "./journey-kit.ts";

// Every text of the corpus in every field that the public sees. What counts is what a browser makes of the answer with the
// content policy taken away: the policy is the second wall, the first one must hold alone.

type Night = { id: number; slug: string; text: string };
type Hostile = { nights: Night[]; admin: Client };

const test = withSite().extend<{ hostile: Hostile }>({
  hostile: async ({ site }, use) =>
    use(
      await site.once("hostile", async () => {
        const admin = await site.as("admin");
        const nights: Night[] = [];
        for (const text of xssCorpus)
          nights.push({ ...(await publishHostileNight({ db: site.db, admin }, text)), text });
        return { nights, admin };
      }),
    ),
});
test.use({ bypassCSP: true });
// One worker: the nights are made once.
test.describe.configure({ timeout: 300_000, mode: "default" });

/** Counts what runs in this page. */
async function trap(page: Page): Promise<{ count: number }> {
  const sprung = { count: 0 };
  await page.exposeFunction("pwn", () => void sprung.count++);
  page.on("dialog", (dialog) => void dialog.dismiss());
  return sprung;
}

async function faultsOf(page: Page, documents: { name: string; html: string }[]): Promise<string[]> {
  const found: string[] = [];
  for (const { name, html } of documents)
    for (const fault of await page.evaluate(markupFaults, { html, headScript })) found.push(`${name}: ${fault}`);
  return found;
}

const read = async (address: string) => (await fetch(address)).text();

test("the corpus is large, and the check finds every kind of harm in it when nothing is neutralised", async ({
  page,
}) => {
  expect(xssCorpus.length).toBeGreaterThanOrEqual(200);
  let caught = 0;
  for (const text of xssCorpus) {
    const html = `<!doctype html><body><p>${text}</p></body>`;
    if ((await page.evaluate(markupFaults, { html, headScript })).length > 0) caught++;
  }
  // The rest harms only inside an attribute, a script or a style, or after another layer has read it.
  expect(caught).toBeGreaterThan(150);
});

test("no text in any field of a night is markup in its page, and its data still says the same", async ({
  page,
  site,
  hostile,
}) => {
  const documents: { name: string; html: string }[] = [];
  for (const { id, slug, text } of hostile.nights) {
    const html = await read(`${site.baseUrl}/events/${id}/${slug}`);
    documents.push({ name: text, html });
    const data = [...html.matchAll(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g)].flatMap(
      ([, json]) => JSON.parse(json!) as { name?: string }[],
    );
    expect(data.map((part) => part.name)).toContain(asLine(text, 120));
  }
  expect(await faultsOf(page, documents)).toEqual([]);
});

test("nor in the lists, the home page, a search or an address", async ({ page, site, hostile }) => {
  const documents = [{ name: "home", html: await read(`${site.baseUrl}/`) }];
  for (let number = 1; number <= Math.ceil(hostile.nights.length / 20); number++)
    documents.push({ name: `page ${number}`, html: await read(`${site.baseUrl}/events?page=${number}`) });
  for (const text of xssCorpus) {
    const query = encodeURIComponent(text);
    documents.push({ name: `q ${text}`, html: await read(`${site.baseUrl}/events?q=${query}&city=${query}`) });
  }
  for (const text of xssCorpus.filter((_, index) => index % 10 === 0))
    documents.push({ name: `path ${text}`, html: await read(`${site.baseUrl}/${encodeURIComponent(text)}`) });
  expect(await faultsOf(page, documents)).toEqual([]);
});

test("in a browser without the content policy nothing of it runs", async ({ page, site, hostile, quiet }) => {
  quiet.expect(/Failed to load resource/);
  const sprung = await trap(page);
  for (let number = 1; number <= Math.ceil(hostile.nights.length / 20); number++)
    await page.goto(`${site.baseUrl}/events?page=${number}`);
  for (let from = 0; from < xssCorpus.length; from += 20) {
    const many = xssCorpus.slice(from, from + 20).join("\n<hr>\n");
    const { id, slug } = await publishHostileNight({ db: site.db, admin: hostile.admin }, many);
    await page.goto(`${site.baseUrl}/events/${id}/${slug}`);
    for (const link of await page.locator("#main a[href]").all())
      expect(await link.getAttribute("href")).toMatch(/^(?:\/|#|https?:|mailto:|tel:)/);
  }
  expect(sprung.count).toBe(0);
});

test("without the cleaning of rich text the same checks fail: it is markup in the page, and it runs", async ({
  page,
  site,
  hostile,
  quiet,
}) => {
  quiet.expect(/Failed to load resource/);
  const sprung = await trap(page);
  const { id, slug } = await publishHostileNight({ db: site.db, admin: hostile.admin }, "Plain");
  const raw = "<p><img src=x onerror=pwn()></p>";
  await site.db.updateTable("events").set({ description_html: raw }).where("id", "=", id).execute();
  const address = `${site.baseUrl}/events/${id}/${slug}`;
  expect(await faultsOf(page, [{ name: "raw", html: await read(address) }])).not.toEqual([]);
  await page.goto(address);
  await expect.poll(() => sprung.count).toBeGreaterThan(0);
});

test("the feeds stay whole: well-formed XML, and not a line in the calendar that we did not write", async ({
  page,
  site,
  hostile,
}) => {
  const wellFormed = (xml: string) =>
    new DOMParser().parseFromString(xml, "application/xml").querySelector("parsererror")?.textContent ?? "";
  for (const feed of ["/feeds/events.xml", "/sitemap.xml"])
    expect(await page.evaluate(wellFormed, await read(site.baseUrl + feed))).toBe("");

  const calendars = [await read(`${site.baseUrl}/feeds/events.ics`)];
  for (const { id } of hostile.nights) calendars.push(await read(`${site.baseUrl}/feeds/events/${id}.ics`));
  const properties = new Set<string>();
  for (const calendar of calendars) {
    for (const line of calendar
      .replaceAll(/\r\n[ \t]/g, "")
      .trimEnd()
      .split("\r\n")) {
      expect(line).toMatch(/^[A-Z][A-Z0-9-]*[:;]/);
      properties.add(line.split(/[:;]/)[0]!);
    }
  }
  const own =
    "BEGIN END VERSION PRODID METHOD NAME X-WR-CALNAME X-WR-CALDESC X-WR-TIMEZONE DESCRIPTION REFRESH-INTERVAL X-PUBLISHED-TTL SOURCE URL";
  const ofEvents =
    "UID SEQUENCE DTSTAMP DTSTART DTEND SUMMARY LOCATION GEO STATUS CREATED LAST-MODIFIED CATEGORIES CLASS TRANSP X-ALT-DESC ORGANIZER IMAGE ATTACH COLOR TIMEZONE-ID CALSCALE";
  const zone =
    "TZID TZOFFSETFROM TZOFFSETTO TZNAME RRULE RDATE X-LIC-LOCATION TZURL X-MICROSOFT-CDO-BUSYSTATUS X-MICROSOFT-CDO-ALLDAYEVENT";
  expect([...properties].filter((name) => !`${own} ${ofEvents} ${zone}`.split(" ").includes(name))).toEqual([]);
  for (const calendar of calendars.slice(1)) expect(calendar.match(/^BEGIN:VEVENT/gm)).toHaveLength(1);
});

test("a buyer's name and a night's texts are words in the mails, and their subjects are one line", async ({
  page,
  site,
  hostile,
}) => {
  const buyer = await site.as("user");
  for (const { id, text } of hostile.nights) {
    const { body: night } = await buyer.get(`/api/events/${id}`);
    const placed = await buyer.post("/api/orders", {
      lines: [{ ticketTypeId: night.ticketTypes[0].id, quantity: 1 }],
      buyer: { name: asLine(text, 120), email: "ada@example.com" },
    });
    expect(placed.status).toBe(201);
    expect((await buyer.post(`/api/orders/${placed.body.id}/payment`)).status).toBe(200);
  }
  const mails = () =>
    site.db.selectFrom("emails").select(["subject", "html", "to_name"]).where("html", "is not", null).execute();
  await expect.poll(async () => (await mails()).length, { timeout: 200_000 }).toBe(hostile.nights.length);
  for (const { subject } of await mails()) expect(subject).not.toMatch(/[\r\n]/);
  const documents = (await mails()).map(({ html, to_name }) => ({ name: to_name, html: html ?? "" }));
  expect(await faultsOf(page, documents)).toEqual([]);
});

test("staff see it as words: nights, people, mails, errors, figures and the audit log", async ({
  page,
  context,
  site,
  hostile,
  quiet,
}) => {
  quiet.expect(/Failed to load resource/);
  // Playwright's own script cannot enter the preview's frame.
  quiet.expect(/Blocked script execution/);
  await context.addCookies([await site.cookieOf("admin")]);
  const sprung = await trap(page);
  const visitor = site.anon;
  for (const [index, text] of xssCorpus.entries()) {
    if (index % 8 > 0) continue;
    await visitor.post("/api/auth/register", {
      username: `member${index}`,
      displayName: asLine(text, 60),
      password: "Correct1horse",
    });
    await visitor.post("/api/errors", { message: text.slice(0, 900), stack: text, route: "/events", release: "x" });
    await visitor.post("/api/analytics/page-view", {
      path: `/${text}`.slice(0, 400),
      userId: null,
      sessionId: "1700000000000-abcdef",
      deviceType: "mobile",
      browser: "Chrome",
      referrer: null,
    });
  }
  const [night] = hostile.nights;
  for (const address of [
    "/admin",
    "/admin?section=events",
    `/admin?section=events&id=${night!.id}`,
    "/admin?section=audit",
    "/admin?section=errors",
    "/user-management",
    "/email-management",
    "/analytics",
    "/ticket-management",
  ]) {
    await page.goto(site.baseUrl + address);
    await page.waitForLoadState("networkidle");
    await expect(page.locator("h1").first()).toBeVisible();
  }
  expect(sprung.count).toBe(0);
});
