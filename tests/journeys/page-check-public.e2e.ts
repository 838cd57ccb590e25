import { expect } from "@playwright/test";
import { sql } from "kysely";
import type { LiveSite } from "#testing/live-site.ts";
import { withSite } from "./journey-kit.ts";
import { fillIn, inParts, checkPage, checkPages, type Target, screens } from "./page-check-kit.ts";

const strayKey = "0199b2f0-0000-7000-8000-000000000000&key=short";
const hour = 3_600_000;

const test = withSite().extend<{
  events: Record<"onSale" | "soldOut" | "past" | "soon" | "canceled" | "postponed", number> & { claim: string };
}>({
  events: async ({ site }, use) => use(await site.once("events", () => createEvents(site))),
});
test.use({ viewport: { width: 390, height: 844 }, actionTimeout: 30_000 });
test.setTimeout(300_000);

/** Events in each status that the public pages show. */
async function createEvents(site: LiveSite) {
  const { create } = site;
  const onSale = await create.event({
    title: "Velvet Riddim on the Long Pier of Fort Lauderdale",
    lineup: [
      { name: "Selector Duke", role: "Sound system" },
      { name: "The Steel Company", role: "Steel band" },
    ],
    policies: [{ title: "Entry", text: "Twenty-one and over." }],
    dressCode: "All white",
    categories: ["fete"],
    ageRule: "21+",
  });
  await create.ticketType({
    eventId: onSale,
    name: "General admission, all night long",
    description: "Until midnight.",
  });
  await create.ticketType({ eventId: onSale, name: "Table", ticketsPerUnit: 6, priceCents: 240_000, position: 1 });
  await create.ticketType({
    eventId: onSale,
    name: "Pay what you can",
    pricing: "open",
    priceCents: 0,
    feeCents: 0,
    minimumCents: 500,
    position: 2,
  });
  await create.ticketType({ eventId: onSale, name: "Friends", accessCode: "FRIENDS", position: 3 });
  const soldOut = await create.event({ title: "Tropic Noir" });
  const lastOne = await create.ticketType({ eventId: soldOut, capacity: 1 });
  await site.buy(await site.as("guest"), [{ ticketTypeId: lastOne, quantity: 1 }]);
  const soon = await create.event({ title: "Sound Clash" });
  await create.ticketType({ eventId: soon, salesStartAt: new Date(Date.now() + 2 * hour) });
  const past = await create.event({
    title: "Emancipation Dawn",
    startsAt: new Date(Date.now() - 30 * hour),
    endsAt: new Date(Date.now() - 20 * hour),
  });
  const gallery = ["velvet-riddim", "tropic-noir", "last-lap", "moonlight-mas"].map((key) => ({
    key,
    alt: `What ${key} looked like from the bar, with everybody in it`,
    dominant: "#101010",
    accent: "#c9a24b",
    placeholder: null,
    width: 1200,
    height: 1500,
  }));
  await sql`
    update events set gallery = ${JSON.stringify(gallery)}::jsonb, recap = 'Nobody went home.'
    where id = ${past}`.execute(site.db);
  const [canceled, postponed] = [await create.event({ title: "Gold Coast Brunch" }), await create.event()];
  for (const [id, status] of [
    [canceled, "canceled"],
    [postponed, "postponed"],
  ] as const)
    await sql`update events set status = ${status}, status_note = 'The ferry does not run' where id = ${id}`.execute(
      site.db,
    );
  const draft = {
    ticketTypeId: await create.ticketType({ eventId: onSale, name: "Listeners", position: 4 }),
    quantity: 50,
    maxPerPerson: 2,
    endsAt: new Date(Date.now() + 2 * hour).toISOString(),
    reason: "Listeners of Island FM",
  };
  const admin = await site.as("admin");
  const { body: made } = await admin.post("/api/admin/comp-batches/links", draft, { "idempotency-key": "link" });
  const claim = new URL(made.link!.url).searchParams.get("claim")!;
  return { claim, onSale, soldOut, past, soon, canceled, postponed };
}

/** Every public address, some with steps to run first. */
const targets: Target[] = [
  ["home", "/"],
  ["the list of events", "/events"],
  ["past events", "/events?when=past"],
  ["the map of events", "/events?view=map"],
  ["the calendar of events", "/events?view=calendar"],
  ["a search with no results", "/events?q=zzzz"],
  ["an event on sale", "/events/{onSale}"],
  [
    "an event with tickets selected",
    "/events/{onSale}",
    (page) => page.getByRole("button", { name: /^More/ }).first().click(),
  ],
  ["a sold-out event", "/events/{soldOut}"],
  ["an event not yet on sale", "/events/{soon}"],
  [
    "the reminder form, opened",
    "/events/{soon}",
    async (page) => {
      await page.getByRole("button", { name: "Remind me when sales open" }).click();
      await expect(page.getByRole("textbox", { name: "Email" })).toBeFocused();
    },
  ],
  [
    "the reminder form with a wrong address",
    "/events/{soon}",
    async (page) => {
      await page.getByRole("button", { name: "Remind me when sales open" }).click();
      await page.getByRole("textbox", { name: "Email" }).fill("marva@");
      await page.keyboard.press("Enter");
      await expect(page.getByText("Enter an email like name@example.com")).toBeVisible();
    },
  ],
  [
    "the reminder form, sent",
    "/events/{soon}",
    async (page) => {
      await page.getByRole("button", { name: "Remind me when sales open" }).click();
      await page.getByRole("textbox", { name: "Email" }).fill("marva@example.com");
      await page.keyboard.press("Enter");
      await expect(page.getByText("Check your email")).toBeVisible();
    },
  ],
  ["a past event", "/events/{past}"],
  ["a canceled event", "/events/{canceled}"],
  ["a postponed event", "/events/{postponed}"],
  ["the shop", "/shop"],
  [
    "the shop with a wrong address",
    "/shop",
    async (page) => {
      await page.getByRole("textbox", { name: "Email" }).fill("marva@");
      await page.getByRole("button", { name: "Email me when it opens" }).click();
      await expect(page.getByRole("alert")).toBeVisible();
    },
  ],
  [
    "the shop after signing up",
    "/shop",
    async (page) => {
      await page.getByRole("textbox", { name: "Email" }).fill("marva@example.com");
      await page.getByRole("button", { name: "Email me when it opens" }).click();
      await expect(page.getByText("Check your email")).toBeVisible();
    },
  ],
  ["live", "/live"],
  ["live, from a confirmation link", `/live?confirm=${strayKey}`],
  [
    "live, from an expired link",
    `/live?confirm=${strayKey}`,
    async (page) => {
      await page.getByRole("button", { name: "Email me" }).click();
      await expect(page.getByText("This link doesn't work")).toBeVisible();
    },
  ],
  ["the community", "/community"],
  ["the community, from an unsubscribe link", `/community?leave=${strayKey}`],
  ["the community, unsubscribed", "/community?left=1"],
  ["password reset", "/password-reset"],
  [
    "password reset, sent",
    "/password-reset",
    async (page) => {
      await page.getByLabel("Username or email").fill("nobody-of-that-name");
      await page.getByRole("button", { name: "Send me a link" }).click();
      await expect(page.getByText("Check your email")).toBeVisible();
    },
  ],
  ["password reset, from an expired link", `/password-reset?token=${"a".repeat(32)}`],
  ["a link to free tickets", "/my-tickets?claim={claim}"],
  [
    "a link to free tickets with a wrong address",
    "/my-tickets?claim={claim}",
    async (page) => {
      await page.getByRole("textbox", { name: "Email" }).fill("marva@");
      await page.getByRole("button", { name: "Claim my ticket" }).click();
      await expect(page.getByText("Enter an email like name@example.com")).toBeVisible();
    },
  ],
  [
    "a claimed free ticket",
    "/my-tickets?claim={claim}",
    async (page) => {
      await page.getByLabel("Name").fill("Marva Joseph");
      await page.getByRole("textbox", { name: "Email" }).fill(`marva-${crypto.randomUUID()}@example.com`);
      await page.getByRole("button", { name: "Claim my ticket" }).click();
      await expect(page.getByText("Check your email")).toBeVisible();
    },
  ],
  ["an unknown order", "/payment-success?order=0199b2f0-0000-7000-8000-000000000000"],
  ["Page Not Found", "/nope"],
];

for (const part of inParts(targets))
  test(`no barriers, covered controls or cut-off text on any screen: ${part.map(([name]) => name).join(", ")}`, async ({
    page,
    site,
    events,
    quiet,
  }) => {
    quiet.expect(/status of 4\d\d/);
    await checkPages(page, part, { open: (path) => site.baseUrl + fillIn(path, events) });
  });

test("the Add to calendar menu has no barriers and fits every screen", async ({ page, site, events }) => {
  await page.goto(`${site.baseUrl}/events/${events.onSale}`);
  await page.getByText("Add to calendar").click();
  await expect(page.locator("details[open]").getByRole("link").first()).toBeVisible();
  expect(await checkPage(page, "the calendar menu", { within: "details[open]" })).toEqual([]);
});

test("how visits are counted has no barriers and fits every screen", async ({ page, site }) => {
  await page.goto(`${site.baseUrl}/?info=counting`);
  await expect(page.getByRole("dialog", { name: "How we count visits" })).toBeVisible();
  expect(await checkPage(page, "how visits are counted", { within: "[role=dialog]" })).toEqual([]);
});

test("an event photo opens large and fits every screen", async ({ page, site, events }) => {
  await page.goto(`${site.baseUrl}/events/${events.past}`);
  await page.getByRole("link", { name: /View photo 2/ }).click();
  const dialog = page.getByRole("dialog", { name: "Photos" });
  await expect(dialog.getByRole("status")).toHaveText("2 / 4");
  expect(await checkPage(page, "a large photo", { within: "dialog[open]" })).toEqual([]);
  for (const screen of screens) {
    await page.setViewportSize(screen);
    await dialog.getByRole("img").first().scrollIntoViewIfNeeded();
    const box = (await dialog.getByRole("img").first().boundingBox())!;
    expect(box.y + box.height).toBeLessThanOrEqual(screen.height);
    expect(box.height).toBeGreaterThan(screen.height / 3);
  }
});

test("the error screen has no barriers on any screen in either theme", async ({ page, site, events, quiet }) => {
  quiet.expect(/Sample failure/);
  expect(events.onSale).toBeGreaterThan(0);
  await page.route("**/assets/shop-page-*.js", (route) =>
    route.fulfill({
      contentType: "text/javascript",
      body: `export const page = { Component() { throw new Error("Sample failure") } };`,
    }),
  );
  await page.goto(`${site.baseUrl}/events`);
  await page.getByRole("link", { name: "Shop" }).filter({ visible: true }).first().click();
  await expect(page.getByRole("heading", { name: "Something went wrong" })).toBeVisible();
  expect(await checkPage(page, "the error screen")).toEqual([]);
});

test("a page without access has no barriers on any screen in either theme", async ({ page, context, site, quiet }) => {
  quiet.expect(/status of 403/);
  await context.addCookies([await site.cookieOf("user")]);
  await page.goto(`${site.baseUrl}/analytics`);
  await expect(page.getByRole("heading", { name: "No access" })).toBeVisible();
  expect(await checkPage(page, "no access")).toEqual([]);
});
