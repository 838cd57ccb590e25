import { type Browser, expect, type Page } from "@playwright/test";
import { sql } from "kysely";
import type { LiveSite } from "#testing/live-site.ts";
import { skipSplash, waitForAnswer, withSite } from "./journey-kit.ts";
import { checkPage } from "./page-check-kit.ts";

const test = withSite();
test.setTimeout(180_000);

const password = "Carnival2026";
let names = 0;
const freshName = () => `marva.${process.pid}.${++names}`;

async function openAs(browser: Browser, site: LiveSite, path: string, who?: Parameters<LiveSite["cookieOf"]>[0]) {
  const context = await browser.newContext({
    locale: "en-US",
    timezoneId: "America/New_York",
    reducedMotion: "reduce",
  });
  await skipSplash(context);
  if (who) await context.addCookies([await site.cookieOf(who)]);
  const page = await context.newPage();
  waitForAnswer(page);
  await page.goto(`${site.baseUrl}${path}`);
  return page;
}

/** Something to read, by staff, whose posts are never held. */
const openRoom = (site: LiveSite) =>
  site.once("room", async () => {
    const host = await site.as("moderator", "the.host");
    const { body } = await host.post("/api/community/posts", { text: "Welcome in", images: [], eventId: null });
    return body.id;
  });

const heldBy = async (site: LiveSite, text: string) => {
  const member = await site.as("user");
  await member.post("/api/community/posts", { text, images: [], eventId: null });
  return member;
};

const posts = (page: Page) => page.getByRole("region", { name: "Posts" });

async function write(page: Page, text: string, action: string) {
  await page.getByRole("button", { name: "What's the word?" }).click();
  await page.getByRole("textbox", { name: "Your post" }).fill(text);
  await page.getByRole("button", { name: action, exact: true }).click();
}

test("a new member's first post is held, approved, and appears at once in another browser", async ({
  browser,
  site,
}) => {
  await openRoom(site);
  const reader = await openAs(browser, site, "/community");
  const author = await openAs(browser, site, "/community", "user");
  await write(author, "First time at a fete", "Post");
  await expect(posts(author).getByText("First time at a fete")).toBeVisible();
  await expect(posts(author).getByText("In review")).toBeVisible();
  await expect(posts(reader).getByText("First time at a fete")).toHaveCount(0);

  const moderator = await openAs(browser, site, "/admin?section=community", "moderator");
  const waiting = moderator.getByRole("listitem").filter({ hasText: "First time at a fete" });
  await waiting.getByRole("button", { name: "Approve" }).click();
  await expect(waiting).toHaveCount(0);

  await reader.getByRole("button", { name: "1 new post" }).click();
  await expect(posts(reader).getByText("First time at a fete")).toBeVisible();
  await expect(posts(author).getByText("In review")).toHaveCount(0);
  await author.getByRole("button", { name: /^Account/ }).click();
  await author.getByRole("menuitem", { name: /^Notifications/ }).click();
  const list = author.getByRole("dialog", { name: "Notifications" });
  await list.getByRole("link", { name: /Your post is up/ }).click();
  await expect(author).toHaveURL(/\/community\?post=\d+$/);
});

test("a post is reported, hidden with a reason that its author reads, and restored", async ({ browser, site }) => {
  await openRoom(site);
  await site.once("trusted", () => sql`update community_rules set held_posts = 0`.execute(site.db));
  const author = await openAs(browser, site, "/community", "user");
  await write(author, "Tickets for sale, cash only", "Post");
  await expect(author.getByText("Your post is up").first()).toBeVisible();

  const reader = await openAs(browser, site, "/community", "user");
  const card = reader.getByRole("article").filter({ hasText: "cash only" });
  await card.getByRole("button", { name: "More about this post" }).click();
  await reader.getByRole("menuitem", { name: "Report" }).click();
  await reader.getByRole("radio", { name: "Spam or a scam" }).check();
  await reader.getByRole("button", { name: "Send report" }).click();
  await expect(reader.getByText("Thanks for telling us").first()).toBeVisible();

  const moderator = await openAs(browser, site, "/admin?section=community", "moderator");
  const item = moderator.getByRole("listitem").filter({ hasText: "cash only" }).first();
  await expect(item.getByText("1 report")).toBeVisible();
  await item.getByRole("button", { name: "Hide" }).click();
  const dialog = moderator.getByRole("dialog", { name: "Hide this post" });
  await dialog.getByLabel("Reason").fill("No ticket sales here.");
  await dialog.getByRole("button", { name: "Hide" }).click();
  await expect(card).toHaveCount(0);
  await author.reload();
  await expect(posts(author).getByText("No ticket sales here.")).toBeVisible();

  await moderator.getByRole("link", { name: "Decided" }).click();
  await moderator
    .getByRole("listitem")
    .filter({ hasText: "cash only" })
    .first()
    .getByRole("button", { name: "Restore" })
    .click();
  await reader.getByRole("button", { name: /new post/ }).click();
  await expect(card).toBeVisible();
});

test("a guest types a reply, registers, and the reply is posted by itself", async ({ browser, site }) => {
  const id = await openRoom(site);
  const guest = await openAs(browser, site, `/community?post=${id}`, "guest");
  await guest.getByRole("button", { name: /^Write now/ }).click();
  await guest.getByRole("textbox", { name: "Your comment" }).fill("Glad I found this");
  await guest.getByRole("button", { name: "Join to reply" }).click();
  const dialog = guest.getByRole("dialog", { name: "Join The Community" });
  await dialog.getByLabel("Username").fill(freshName());
  await dialog.getByLabel("Display name").fill("Marva Bright");
  await dialog.getByLabel("Password", { exact: true }).fill(password);
  await dialog.getByLabel("Confirm password").fill(password);
  await dialog.getByRole("button", { name: "Create account" }).click();
  const comments = guest.getByRole("region", { name: "1 comment" });
  await expect(comments.getByText("Glad I found this")).toBeVisible();
  await expect(guest).toHaveURL(new RegExp(`/community\\?post=${id}$`));
  const reader = await openAs(browser, site, `/community?post=${id}`);
  await expect(reader.getByText("Glad I found this")).toBeVisible();
});

test("a moderator clears the queue by keyboard alone", async ({ browser, site }) => {
  await sql`update community_rules set held_posts = 1`.execute(site.db);
  for (const text of ["Wave one", "Wave two", "Wave three"]) await heldBy(site, text);
  const page = await openAs(browser, site, "/admin?section=community", "moderator");
  await expect(page.getByText("3 waiting")).toBeVisible();
  await page.keyboard.press("j");
  await expect(page.locator("li:focus")).toContainText("Wave two");
  await page.keyboard.press("h");
  await expect(page.getByLabel("Reason")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Wave two")).toHaveCount(0);
  await page.keyboard.press("k");
  await expect(page.locator("li:focus")).toContainText("Wave one");
  await page.keyboard.press("a");
  await expect(page.getByText("Wave one")).toHaveCount(0);
  await page.keyboard.press("u");
  await expect(page.getByText("Wave one")).toBeVisible();
  await page.keyboard.press("a");
  await expect(page.getByText("1 waiting")).toBeVisible();
  await page.keyboard.press("a");
  await expect(page.getByText("All clear")).toBeVisible();
});

test("the feed keeps its place on the way back from a post, and shared posts have a preview", async ({
  page,
  request,
  site,
}) => {
  const id = await openRoom(site);
  const host = await site.as("moderator");
  for (let count = 1; count <= 15; count++)
    await host.post("/api/community/posts", { text: `Verse ${count} of the night`, images: [], eventId: null });
  await skipSplash(page.context());
  waitForAnswer(page);
  await page.goto(`${site.baseUrl}/community`);
  await page.getByRole("button", { name: "Show more posts" }).click();
  const old = page.getByRole("article").filter({ hasText: "Verse 3 of" });
  await old.scrollIntoViewIfNeeded();
  await expect(old).toBeInViewport({ ratio: 1 });
  const before = await page.evaluate(() => scrollY);
  await old.getByRole("link", { name: "0 comments" }).click();
  await expect(page).toHaveURL(/\?post=\d+$/);
  await page.getByRole("link", { name: "Back to the feed" }).click();
  // The post's own page shows it as well, so its place alone says nothing until the feed is back.
  await expect(page.getByRole("article").filter({ hasText: "Verse 4 of" })).toBeAttached();
  await expect(old).toBeInViewport();
  expect(Math.abs((await page.evaluate(() => scrollY)) - before)).toBeLessThan(200);

  const html = await (await request.get(`${site.baseUrl}/community?post=${id}`)).text();
  expect(html).toMatch(/<title>[^<]*the\.host: Welcome in/);
  expect(html).toMatch(/<meta name="description" content="Welcome in"/);
  expect(html).toContain("Welcome in</p>");
});

test("the community has no barriers and fits every screen", async ({ browser, site }) => {
  const id = await openRoom(site);
  const member = await site.as("user");
  await member.post(`/api/community/posts/${id}/comments`, { text: "Big up, @the.host", parentId: null });
  await heldBy(site, "Something to review");
  const check = async (
    path: string,
    who?: Parameters<LiveSite["cookieOf"]>[0],
    step?: (page: Page) => Promise<void>,
  ) => {
    const page = await openAs(browser, site, path, who);
    await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
    await step?.(page);
    expect.soft(await checkPage(page, path)).toEqual([]);
    await page.context().close();
  };
  await check("/community");
  await check("/community", "user", async (page) => {
    await page.getByRole("button", { name: "What's the word?" }).click();
    await expect(page.getByRole("textbox", { name: "Your post" })).toBeFocused();
  });
  await check(`/community?post=${id}`, "user", (page) => expect(page.getByText("Big up,")).toBeVisible());
  await check("/admin?section=community", "moderator", (page) =>
    expect(page.getByText("Something to review")).toBeVisible(),
  );
});
