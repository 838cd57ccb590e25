import { cleanText } from "#contract/typed-text.ts";
import { expect, type Page } from "@playwright/test";
import { asLine, publishHostileEvent } from "./hostile/hostile-event.ts";
import { markupProblems } from "./hostile/markup-problems.ts";
import { countMarkers, findUnseen, readXml, shows, visibleText, wordsOf } from "./hostile/shown-markers.ts";
import { xssCorpus } from "./hostile/xss-corpus.ts";
import type { LiveSite } from "#testing/live-site.ts";
import type { Client } from "#testing/site.ts";
import { headScript } from "#web/app/document.ts";
import { withSite } from "./journey-kit.ts";

// Puts every text of the corpus into every field that the public sees. The tests run without the content security
// policy: it is the second line of defense, and the first must hold alone. Each check also requires that the texts are
// visible, because a page without them would be harmless anyway.

type HostileEvent = { id: number; slug: string; text: string };
type Hostile = { events: HostileEvent[]; admin: Client };

const test = withSite().extend<{ hostile: Hostile }>({
  hostile: async ({ site }, use) =>
    use(
      await site.once("hostile", async () => {
        const admin = await site.as("admin");
        const events: HostileEvent[] = [];
        for (const text of xssCorpus)
          events.push({ ...(await publishHostileEvent({ db: site.db, admin }, text)), text });
        return { events, admin };
      }),
    ),
});
test.use({ bypassCSP: true });
// One worker, so that the events are created once.
test.describe.configure({ timeout: 600_000, mode: "default" });

/** Counts the scripts that run in this page. */
async function trap(page: Page): Promise<{ count: number }> {
  const sprung = { count: 0 };
  await page.exposeFunction("pwn", () => void sprung.count++);
  page.on("dialog", (dialog) => void dialog.dismiss());
  return sprung;
}

async function problemsOf(page: Page, documents: { name: string; html: string }[]): Promise<string[]> {
  const problems = await page.evaluate(markupProblems, { pieces: documents.map(({ html }) => html), headScript });
  return problems.flatMap((found, index) => found.map((problem) => `${documents[index]!.name}: ${problem}`));
}

/** The documents that don't show the text they are named after. */
async function withoutOwnText(page: Page, documents: { name: string; html: string }[]): Promise<string[]> {
  const words = await wordsOf(page, documents);
  return documents.filter(({ name }, index) => !shows(words[index]!, name)).map(({ name }) => name);
}

/** Fails if fewer texts of the corpus are visible than the minimum. */
async function expectTexts(page: Page, place: string, least: number): Promise<void> {
  await expect
    .poll(async () => countMarkers(await visibleText(page)), { message: `texts of the corpus on ${place}` })
    .toBeGreaterThanOrEqual(least);
}

const read = async (address: string) => (await fetch(address)).text();

test("the corpus is large, and the check finds every kind of harm when nothing is sanitized", async ({ page }) => {
  expect(xssCorpus.length).toBeGreaterThanOrEqual(200);
  const pieces = xssCorpus.map((text) => `<!doctype html><body><p>${text}</p></body>`);
  const problems = await page.evaluate(markupProblems, { pieces, headScript });
  const caught = problems.filter((found) => found.length > 0).length;
  // The rest is harmful only inside an attribute, a script or a style, or after another layer has processed it.
  expect(caught).toBeGreaterThan(150);
});

const isTenth = (_: unknown, index: number) => index % 10 === 0;

/** The list of events as found by each text, and in the city of that name. */
async function searchFor({ baseUrl }: LiveSite, texts: string[]): Promise<{ name: string; html: string }[]> {
  const found: { name: string; html: string }[] = [];
  for (const text of texts) {
    const query = encodeURIComponent(text);
    found.push({ name: text, html: await read(`${baseUrl}/events?q=${query}&city=${query}`) });
  }
  return found;
}

/** The searches that don't repeat the beginning of their query. One with a zero byte isn't valid text. */
const withoutOwnQuery = (page: Page, searches: { name: string; html: string }[]) =>
  withoutOwnText(
    page,
    searches.filter(({ name }) => !name.includes("\u0000")).map(({ name, html }) => ({ name: asLine(name, 60), html })),
  );

test("no text becomes markup in an address", async ({ page, site }) => {
  const missing: { name: string; html: string }[] = [];
  for (const text of xssCorpus.filter(isTenth))
    missing.push({ name: `path ${text}`, html: await read(`${site.baseUrl}/${encodeURIComponent(text)}`) });
  expect(await problemsOf(page, missing)).toEqual([]);
  // A missing page says so without repeating its address.
  for (const words of await wordsOf(page, missing)) {
    expect(words).toContain("Page Not Found");
    expect(countMarkers(words)).toBe(0);
  }
});

test("no text in any event field becomes markup on its page, and the page's data keeps the text unchanged", async ({
  page,
  site,
  hostile,
}) => {
  const documents: { name: string; html: string }[] = [];
  for (const { id, slug, text } of hostile.events) {
    const html = await read(`${site.baseUrl}/events/${id}/${slug}`);
    documents.push({ name: text, html });
    const data = [...html.matchAll(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g)].flatMap(
      ([, json]) => JSON.parse(json!) as { name?: string }[],
    );
    expect(data.map((part) => part.name)).toContain(asLine(cleanText(text), 120));
  }
  expect(documents).toHaveLength(xssCorpus.length);
  expect(await withoutOwnText(page, documents)).toEqual([]);
  expect(await problemsOf(page, documents)).toEqual([]);
});

test("no text becomes markup in the lists, on the home page or in a search among events with the texts", async ({
  page,
  site,
  hostile,
}) => {
  const home = { name: "home", html: await read(`${site.baseUrl}/`) };
  const lists: (typeof home)[] = [];
  for (let number = 1; number <= Math.ceil(hostile.events.length / 20); number++)
    lists.push({ name: `page ${number}`, html: await read(`${site.baseUrl}/events?page=${number}`) });
  const searches = await searchFor(site, xssCorpus);
  expect(await problemsOf(page, [home, ...lists, ...searches])).toEqual([]);

  const [ofHome, ...ofLists] = await wordsOf(page, [home, ...lists]);
  expect(countMarkers(ofHome!)).toBeGreaterThanOrEqual(1);
  for (const words of ofLists) expect(countMarkers(words)).toBeGreaterThanOrEqual(1);
  // Together, the list's pages show all texts.
  expect(findUnseen(ofLists.join("\n"), xssCorpus)).toEqual([]);
  expect(await withoutOwnQuery(page, searches)).toEqual([]);
});

test("in a browser without the content security policy none of the texts run", async ({
  page,
  site,
  hostile,
  quiet,
}) => {
  quiet.expect(/Failed to load resource/);
  const sprung = await trap(page);
  for (let number = 1; number <= Math.ceil(hostile.events.length / 20); number++) {
    await page.goto(`${site.baseUrl}/events?page=${number}`);
    await expectTexts(page, `page ${number} of the list`, 5);
  }
  for (let from = 0; from < xssCorpus.length; from += 20) {
    const many = xssCorpus.slice(from, from + 20).join("\n<hr>\n");
    const { id, slug } = await publishHostileEvent({ db: site.db, admin: hostile.admin }, many);
    await page.goto(`${site.baseUrl}/events/${id}/${slug}`);
    await expectTexts(page, `the event with the texts from ${from}`, 5);
    const links = page.locator("#main a[href]");
    for (const address of await links.evaluateAll((all) => all.map((link) => link.getAttribute("href"))))
      expect(address).toMatch(/^(?:\/|#|https?:|mailto:|tel:)/);
  }
  expect(sprung.count).toBe(0);
});

test("without rich text sanitizing the same checks fail: the text becomes markup on the page and runs", async ({
  page,
  site,
  hostile,
  quiet,
}) => {
  quiet.expect(/Failed to load resource/);
  const sprung = await trap(page);
  const { id, slug } = await publishHostileEvent({ db: site.db, admin: hostile.admin }, "Plain");
  const raw = "<p><img src=x onerror=pwn()></p>";
  await site.db.updateTable("events").set({ description_html: raw }).where("id", "=", id).execute();
  const address = `${site.baseUrl}/events/${id}/${slug}`;
  expect(await problemsOf(page, [{ name: "raw", html: await read(address) }])).not.toEqual([]);
  await page.goto(address);
  await expect.poll(() => sprung.count).toBeGreaterThan(0);
});

test("the feeds stay intact: the XML is well-formed, and the calendar has no injected lines", async ({
  page,
  site,
  hostile,
}) => {
  const feed = await readXml(page, await read(`${site.baseUrl}/feeds/events.xml`));
  expect(feed.problem).toBe("");
  expect(countMarkers(feed.words)).toBeGreaterThanOrEqual(20);
  const parts = await readXml(page, await read(`${site.baseUrl}/sitemap.xml`));
  expect(parts.problem).toBe("");
  let listed = "";
  for (const part of parts.words.match(/http\S+?\.xml/g) ?? []) {
    const { problem, words } = await readXml(page, await read(part));
    expect(problem).toBe("");
    listed += words;
  }
  // A sitemap contains no texts, only the addresses built from them.
  const addresses = hostile.events.map(({ id, slug }) => `/events/${id}/${slug}`);
  expect(addresses.filter((address) => !listed.includes(address))).toEqual([]);

  const calendars = [await read(`${site.baseUrl}/feeds/events.ics`)];
  for (const { id } of hostile.events) calendars.push(await read(`${site.baseUrl}/feeds/events/${id}.ics`));
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
  const summaries = calendars.map(summariesOf);
  expect(countMarkers(summaries[0]!)).toBeGreaterThanOrEqual(100);
  expect(hostile.events.filter(({ text }, index) => !shows(summaries[index + 1]!, text))).toEqual([]);
});

/** The event titles in a calendar, one per line. */
function summariesOf(calendar: string): string {
  const lines = calendar.replaceAll(/\r\n[ \t]/g, "").matchAll(/^SUMMARY:(.*)$/gm);
  return [...lines].map(([, text]) => text!.replaceAll(/\\(.)/g, "$1")).join("\n");
}

test("a buyer's name and an event's texts appear as plain text in emails, and subjects are a single line", async ({
  page,
  site,
  hostile,
}) => {
  const buyer = await site.as("user");
  for (const { id, text } of hostile.events) {
    const { body: event } = await buyer.get(`/api/events/${id}`);
    const placed = await buyer.post("/api/orders", {
      lines: [{ ticketTypeId: event.ticketTypes[0]!.id, quantity: 1 }],
      buyer: { name: asLine(text, 120), email: "ada@example.com" },
    });
    expect(placed.status).toBe(201);
    expect((await buyer.post(`/api/orders/${placed.body.id}/payment`)).status).toBe(200);
  }
  const mails = () =>
    site.db.selectFrom("emails").select(["subject", "html", "to_name"]).where("html", "is not", null).execute();
  await expect.poll(async () => (await mails()).length, { timeout: 200_000 }).toBe(hostile.events.length);
  for (const { subject } of await mails()) expect(subject).not.toMatch(/[\r\n]/);
  const documents = (await mails()).map(({ html, to_name }) => ({ name: to_name, html: html ?? "" }));
  expect(await problemsOf(page, documents)).toEqual([]);
  expect(await withoutOwnText(page, documents)).toEqual([]);
});

test("staff see the texts as plain text: events, people, emails, errors, analytics and the activity log", async ({
  page,
  context,
  site,
  hostile,
  quiet,
}) => {
  quiet.expect(/Failed to load resource/);
  // Playwright's own script can't run in the preview's frame.
  quiet.expect(/Blocked script execution/);
  await context.addCookies([await site.cookieOf("admin")]);
  const sprung = await trap(page);
  await writeEverywhere(site, hostile.events);
  const [event] = hostile.events;
  for (const [address, least] of [
    ["/admin", 1],
    ["/admin?section=events", 5],
    [`/admin?section=events&id=${event!.id}`, 1],
    ["/admin?section=audit", 3],
    ["/admin?section=errors", 5],
    ["/user-management", 5],
    ["/email-management?section=messages", 5],
    ["/analytics", 5],
    ["/ticket-management?tab=events", 5],
  ] as const) {
    await page.goto(site.baseUrl + address);
    await page.waitForLoadState("networkidle");
    await expect(page.locator("h1").first()).toBeVisible();
    await expectTexts(page, address, least);
  }
  expect(sprung.count).toBe(0);
});

const browserName =
  "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36";

/** Puts texts into everything that staff read from other people: names, errors, viewed addresses, orders, emails. */
async function writeEverywhere(site: LiveSite, events: HostileEvent[]): Promise<void> {
  const visitor = site.anon;
  const buyer = await site.as("user");
  const email = "staff-look@example.com";
  const some = events.filter((_, index) => index % 8 === 0);
  for (const [index, { id, text }] of some.entries()) {
    await visitor.post("/api/auth/register", {
      username: `member${index}`,
      displayName: asLine(text, 60),
      password: "Correct1horse",
    });
    await visitor.post("/api/errors", { message: text.slice(0, 900), stack: text, route: "/events", release: "x" });
    const view = {
      // A made-up path counts nowhere; the name of a source is the visitor's own text.
      path: `/?utm_source=${encodeURIComponent(text)}`.slice(0, 400),
      userId: null,
      sessionId: "1700000000000-abcdef",
      deviceType: "mobile",
      browser: "Chrome",
      referrer: null,
    };
    // A request without a browser name counts as a bot, and its views don't count.
    await visitor.post("/api/analytics/page-view", view, { "user-agent": browserName });
    const { body: event } = await visitor.get(`/api/events/${id}`);
    const { body: order } = await buyer.post("/api/orders", {
      lines: [{ ticketTypeId: event.ticketTypes[0]!.id, quantity: 1 }],
      buyer: { name: asLine(text, 120), email },
    });
    expect((await buyer.post(`/api/orders/${order.id}/payment`)).status).toBe(200);
  }
  // A node writes views and emails a moment later.
  const views = site.db.selectFrom("interactions").where("kind", "=", "page_view").where("is_bot", "=", false);
  const subjects = views.select("subject");
  const mails = site.db.selectFrom("emails").where("to_address", "=", email).where("html", "is not", null).select("id");
  const isThere = async () => (await subjects.execute()).length > 10 && (await mails.execute()).length >= some.length;
  await expect.poll(isThere, { timeout: 60_000 }).toBe(true);
}
