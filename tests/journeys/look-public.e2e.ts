import { expect } from "@playwright/test";
import { sql } from "kysely";
import type { LiveSite } from "#tests/kit/live-site.ts";
import { withSite } from "./journey-kit.ts";
import { fillIn, inParts, look, lookAround, type Place, screens } from "./look-kit.ts";

const strayKey = "0199b2f0-0000-7000-8000-000000000000&key=short";
const hour = 3_600_000;

const test = withSite().extend<{
  nights: Record<"onSale" | "soldOut" | "past" | "soon" | "cancelled" | "postponed", number>;
}>({
  nights: async ({ site }, use) => use(await site.once("nights", () => makeNights(site))),
});
test.use({ viewport: { width: 390, height: 844 }, actionTimeout: 30_000 });
test.setTimeout(300_000);

/** Nights in each state that the public pages know. */
async function makeNights(site: LiveSite) {
  const { make } = site;
  const onSale = await make.event({
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
  await make.ticketType({ eventId: onSale, name: "General admission, all night long", description: "Until midnight." });
  await make.ticketType({ eventId: onSale, name: "Table", ticketsPerUnit: 6, priceCents: 240_000, position: 1 });
  await make.ticketType({
    eventId: onSale,
    name: "Pay what you can",
    pricing: "open",
    priceCents: 0,
    feeCents: 0,
    minimumCents: 500,
    position: 2,
  });
  await make.ticketType({ eventId: onSale, name: "Friends", accessCode: "FRIENDS", position: 3 });
  const soldOut = await make.event({ title: "Tropic Noir" });
  const lastOne = await make.ticketType({ eventId: soldOut, capacity: 1 });
  await site.buy(await site.as("guest"), [{ ticketTypeId: lastOne, quantity: 1 }]);
  const soon = await make.event({ title: "Sound Clash" });
  await make.ticketType({ eventId: soon, salesStartAt: new Date(Date.now() + 2 * hour) });
  const past = await make.event({
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
  const [cancelled, postponed] = [await make.event({ title: "Gold Coast Brunch" }), await make.event()];
  for (const [id, state] of [
    [cancelled, "cancelled"],
    [postponed, "postponed"],
  ] as const)
    await sql`update events set state = ${state}, state_note = 'The ferry does not run' where id = ${id}`.execute(
      site.db,
    );
  return { onSale, soldOut, past, soon, cancelled, postponed };
}

/** Every address that anybody may open, and what is on it after some steps. */
const places: Place[] = [
  ["home", "/"],
  ["the list of nights", "/events"],
  ["the nights gone by", "/events?when=past"],
  ["the map of nights", "/events?view=map"],
  ["the month of nights", "/events?view=calendar"],
  ["a list that found nothing", "/events?q=zzzz"],
  ["a night on sale", "/events/{onSale}"],
  [
    "a night with tickets chosen",
    "/events/{onSale}",
    (page) => page.getByRole("button", { name: /^More/ }).first().click(),
  ],
  ["a sold-out night", "/events/{soldOut}"],
  ["a night not yet on sale", "/events/{soon}"],
  [
    "the offer of a reminder, opened",
    "/events/{soon}",
    async (page) => {
      await page.getByRole("button", { name: "Remind me when sales open" }).click();
      await expect(page.getByRole("textbox", { name: "E-mail" })).toBeFocused();
    },
  ],
  [
    "a reminder asked for with a wrong address",
    "/events/{soon}",
    async (page) => {
      await page.getByRole("button", { name: "Remind me when sales open" }).click();
      await page.getByRole("textbox", { name: "E-mail" }).fill("marva@");
      await page.keyboard.press("Enter");
      await expect(page.getByText("Please enter an e-mail address, as name@example.com")).toBeVisible();
    },
  ],
  [
    "a reminder asked for",
    "/events/{soon}",
    async (page) => {
      await page.getByRole("button", { name: "Remind me when sales open" }).click();
      await page.getByRole("textbox", { name: "E-mail" }).fill("marva@example.com");
      await page.keyboard.press("Enter");
      await expect(page.getByText("Look into your mail")).toBeVisible();
    },
  ],
  ["a night gone by", "/events/{past}"],
  ["a cancelled night", "/events/{cancelled}"],
  ["a postponed night", "/events/{postponed}"],
  ["the shop", "/shop"],
  [
    "the shop with a wrong address",
    "/shop",
    async (page) => {
      await page.getByLabel("E-mail").fill("marva@");
      await page.getByRole("button", { name: "Tell me when it opens" }).click();
      await expect(page.getByRole("alert")).toBeVisible();
    },
  ],
  [
    "the shop after the question",
    "/shop",
    async (page) => {
      await page.getByLabel("E-mail").fill("marva@example.com");
      await page.getByRole("button", { name: "Tell me when it opens" }).click();
      await expect(page.getByText("Look into your mail")).toBeVisible();
    },
  ],
  ["live", "/live"],
  ["live, from the link that confirms", `/live?confirm=${strayKey}`],
  [
    "live, from a link that is over",
    `/live?confirm=${strayKey}`,
    async (page) => {
      await page.getByRole("button", { name: "Yes, tell me" }).click();
      await expect(page.getByText("This link does not work any more")).toBeVisible();
    },
  ],
  ["the community", "/community"],
  ["the community, from the link that unsubscribes", `/community?leave=${strayKey}`],
  ["the community, unsubscribed", "/community?left=1"],
  ["password reset", "/password-reset"],
  [
    "password reset, sent",
    "/password-reset",
    async (page) => {
      await page.getByLabel("Username or e-mail").fill("nobody-of-that-name");
      await page.getByRole("button", { name: "Send me a link" }).click();
      await expect(page.getByText("Check your mail")).toBeVisible();
    },
  ],
  ["password reset, from a link that is over", `/password-reset?token=${"a".repeat(32)}`],
  ["an order that nobody knows", "/payment-success?order=0199b2f0-0000-7000-8000-000000000000"],
  ["Page Not Found", "/nope"],
];

for (const part of inParts(places))
  test(`no barrier, nothing covered and nothing cut on any screen: ${part.map(([name]) => name).join(", ")}`, async ({
    page,
    site,
    nights,
    quiet,
  }) => {
    quiet.expect(/status of 4\d\d/);
    await lookAround(page, part, { open: (path) => site.baseUrl + fillIn(path, nights) });
  });

test("the calendars that a night can be put into have no barrier and fit every screen", async ({
  page,
  site,
  nights,
}) => {
  await page.goto(`${site.baseUrl}/events/${nights.onSale}`);
  await page.getByText("Add to calendar").click();
  await expect(page.locator("details[open]").getByRole("link").first()).toBeVisible();
  expect(await look(page, "the calendars", { within: "details[open]" })).toEqual([]);
});

test("a picture of a night opens large, whole on every screen", async ({ page, site, nights }) => {
  await page.goto(`${site.baseUrl}/events/${nights.past}`);
  await page.getByRole("link", { name: /Look at picture 2/ }).click();
  const dialog = page.getByRole("dialog", { name: "Pictures" });
  await expect(dialog.getByRole("status")).toHaveText("2 / 4");
  expect(await look(page, "a large picture", { within: "dialog[open]" })).toEqual([]);
  for (const screen of screens) {
    await page.setViewportSize(screen);
    await dialog.getByRole("img").first().scrollIntoViewIfNeeded();
    const box = (await dialog.getByRole("img").first().boundingBox())!;
    expect(box.y + box.height).toBeLessThanOrEqual(screen.height);
    expect(box.height).toBeGreaterThan(screen.height / 3);
  }
});

test("the error screen has no barrier on any screen in either theme", async ({ page, site, nights, quiet }) => {
  quiet.expect(/Sample failure/);
  expect(nights.onSale).toBeGreaterThan(0);
  await page.route("**/assets/shop-page-*.js", (route) =>
    route.fulfill({
      contentType: "text/javascript",
      body: `export const page = { Component() { throw new Error("Sample failure") } };`,
    }),
  );
  await page.goto(`${site.baseUrl}/events`);
  await page.getByRole("link", { name: "Shop" }).filter({ visible: true }).first().click();
  await expect(page.getByRole("heading", { name: "Something went wrong" })).toBeVisible();
  expect(await look(page, "the error screen")).toEqual([]);
});

test("a page without access has no barrier on any screen in either theme", async ({ page, context, site, quiet }) => {
  quiet.expect(/status of 403/);
  await context.addCookies([await site.cookieOf("user")]);
  await page.goto(`${site.baseUrl}/analytics`);
  await expect(page.getByRole("heading", { name: "No access" })).toBeVisible();
  expect(await look(page, "no access")).toEqual([]);
});
