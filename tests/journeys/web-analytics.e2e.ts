import { expect, type Page } from "@playwright/test";
import { createLiveSite, type LiveSite } from "#testing/live-site.ts";
import { barriers } from "./barriers.ts";
import { test as base } from "./journey-kit.ts";

const test = base.extend<object, { site: LiveSite }>({
  site: [
    async ({}, use) => {
      const site = await createLiveSite({ GA_MEASUREMENT_ID: "G-TEST12345" });
      await use(site);
      await site.close();
    },
    { scope: "worker" },
  ],
});

/** Answers for Google, and counts who asked it for anything. */
async function watchGoogle(page: Page) {
  const asked: string[] = [];
  await page.route(/google/, (route) => {
    asked.push(route.request().url());
    return route.fulfill({ contentType: "text/javascript", body: "" });
  });
  return asked;
}

/** What the page puts off until the browser is idle was done. */
const whenIdle = (page: Page) => page.evaluate(() => new Promise((done) => requestIdleCallback(() => done(null))));

const promptOf = (page: Page) => page.getByRole("region", { name: "OK to use Google Analytics?" });

async function openEvent(page: Page, site: LiveSite) {
  const eventId = await site.create.event({ title: "Last Lap" });
  await site.create.ticketType({ eventId, name: "General admission" });
  await page.goto(`${site.baseUrl}/events/${eventId}/last-lap?key=secret`);
  await expect(promptOf(page)).toBeVisible();
  return eventId;
}

const said = (page: Page) =>
  page.evaluate(() => ((window as any).dataLayer ?? []).map((entry: object) => Object.values(entry)));

test("§7 after a yes, client events are also sent to the web analytics service: page views, view_event, select_ticket", async ({
  page,
  site,
}) => {
  const errors: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  const asked = await watchGoogle(page);
  const eventId = await openEvent(page, site);
  await whenIdle(page);
  expect([asked, await said(page)]).toEqual([[], []]);
  await promptOf(page).getByRole("button", { name: "Allow" }).click();
  await expect(promptOf(page)).toHaveCount(0);
  await expect.poll(() => asked).toEqual(["https://www.googletagmanager.com/gtag/js?id=G-TEST12345"]);
  await page.getByRole("button", { name: "More: General admission" }).click();
  await page.getByRole("button", { name: "Check out" }).filter({ visible: true }).click();
  await expect.poll(async () => JSON.stringify(await said(page))).toContain("select_ticket");
  const interactions = (await said(page)).filter(([kind]: string[]) => kind === "event");
  expect(interactions.map(([, name]: string[]) => name)).toEqual(
    expect.arrayContaining(["page_view", "view_event", "select_ticket"]),
  );
  expect(interactions.find(([, name]: string[]) => name === "view_event")[2]).toMatchObject({
    event_id: eventId,
    event_name: "Last Lap",
  });
  expect(JSON.stringify(await said(page))).not.toContain("secret");
  expect(errors).toEqual([]);
});

test("after a no, Google is never contacted and nobody asks again, until the visitor allows it from the footer", async ({
  page,
  site,
}) => {
  const asked = await watchGoogle(page);
  await openEvent(page, site);
  // Also by keyboard.
  await promptOf(page).getByRole("button", { name: "No thanks" }).press("Enter");
  await expect(promptOf(page)).toHaveCount(0);
  await page.goto(`${site.baseUrl}/shop`);
  await whenIdle(page);
  await expect(promptOf(page)).toHaveCount(0);
  expect([asked, await said(page)]).toEqual([[], []]);
  await page.getByRole("link", { name: "How we count visits" }).click();
  const sheet = page.getByRole("dialog", { name: "How we count visits" });
  await expect(sheet.getByText("Google Analytics is off")).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  expect(asked).toEqual([]);
  await sheet.getByRole("button", { name: "Allow" }).click();
  await expect.poll(() => asked.length).toBe(1);
});

test("the question covers neither the navigation nor the way to checkout on a phone, and nothing moves when it goes", async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await watchGoogle(page);
  await openEvent(page, site);
  await page.getByRole("button", { name: "More: General admission" }).click();
  const checkout = page.getByRole("button", { name: "Check out" }).filter({ visible: true });
  const links = page.getByRole("navigation", { name: "Bottom" }).getByRole("link");
  for (const control of [checkout, ...(await links.all())])
    expect(
      await control.evaluate((node) => {
        const { x, y, width, height } = node.getBoundingClientRect();
        return node.contains(document.elementFromPoint(x + width / 2, y + height / 2));
      }),
    ).toBe(true);
  expect(await barriers(page)).toEqual([]);
  const place = () => page.locator("main h1").boundingBox();
  const before = await place();
  await promptOf(page).getByRole("button", { name: "No thanks" }).click();
  await expect(promptOf(page)).toHaveCount(0);
  expect(await place()).toEqual(before);
});
