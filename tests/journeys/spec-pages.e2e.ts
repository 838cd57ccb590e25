import { expect, type Page } from "@playwright/test";
import { withSite } from "./journey-kit.ts";
import { goInApp } from "./page-check-kit.ts";
import { visit } from "./spec-kit.ts";

const test = withSite();

const frame = (title: string) => `${title} | Savage Gentlemen Lifestyle | SGX Media`;

/** The metadata in a head: the document's, or that of some HTML as sent. */
const readHead = (page: Page, html: string | null) =>
  page.evaluate((text) => {
    const { head } = text === null ? document : new DOMParser().parseFromString(text, "text/html");
    const all = (selector: string, field: string) =>
      [...head.querySelectorAll(selector)].map((element) => element.getAttribute(field));
    return {
      titles: [...head.querySelectorAll("title")].map((title) => title.textContent),
      descriptions: all("meta[name=description]", "content"),
      canonicals: all("link[rel=canonical]", "href"),
      social: ["title", "description", "url", "image", "site_name", "type"].map(
        (name) => all(`meta[property="og:${name}"]`, "content").length,
      ),
      shared: ["title", "description", "url"].flatMap((name) => all(`meta[property="og:${name}"]`, "content")),
      card: all(`meta[name="twitter:card"]`, "content"),
    };
  }, html);

test("the server sends the same head that the page has after in-app navigation", async ({ page, context, site }) => {
  await context.addCookies([await site.cookieOf("admin")]);
  const id = await site.create.event({ title: "Velvet Riddim" });
  const { body } = await site.anon.get(`/api/events/${id}`);
  const eventPath = `/events/${id}/${body.slug}`;
  await visit(page, `${site.baseUrl}/password-reset`);
  for (const [path, title, home] of [
    ["/", "Home", "/"],
    [`/events/${id}`, "Velvet Riddim", eventPath],
    [eventPath, "Velvet Riddim", eventPath],
    ["/my-tickets", "My Tickets", "/my-tickets"],
    ["/admin", "Admin", "/admin"],
  ] as const) {
    const canonical = new URL(home, site.baseUrl).href;
    const sent = await context.request.get(`${site.baseUrl}${path}`);
    expect(sent.status()).toBe(200);
    const head = await readHead(page, await sent.text());
    const [description] = head.descriptions;
    expect(description).toMatch(/\w{2}/);
    expect(head).toEqual({
      titles: [frame(title)],
      descriptions: [description],
      canonicals: [canonical],
      social: [1, 1, 1, 1, 1, 1],
      shared: [frame(title), description, canonical],
      card: ["summary_large_image"],
    });
    await goInApp(page, path);
    await expect(page).toHaveTitle(frame(title));
    await expect.poll(() => readHead(page, null)).toEqual(head);
    await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
  }
});

test("§2 Go Back goes back in the browser's history, and Back to Home goes to /", async ({ page, site, quiet }) => {
  quiet.expect(/status of 404/);
  for (const path of ["/events/1/a-night/more", "/admin/anything"])
    expect((await page.request.get(`${site.baseUrl}${path}`)).status()).toBe(404);
  await visit(page, `${site.baseUrl}/community`);
  const answer = await page.goto(`${site.baseUrl}/nope`);
  expect(answer?.status()).toBe(404);
  await page.getByRole("button", { name: "Go Back" }).click();
  await expect(page).toHaveURL(`${site.baseUrl}/community`);
  await visit(page, `${site.baseUrl}/nope`);
  await page.getByRole("link", { name: "Back to Home" }).click();
  await expect(page).toHaveURL(`${site.baseUrl}/`);
  await expect(page).toHaveTitle(frame("Home"));
});

test("§2 pages load on demand; a spinner with the text 'Loading content...' shows meanwhile", async ({
  page,
  site,
}) => {
  const scripts: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/assets/community-pa-")) scripts.push(request.url());
  });
  let arrive = () => {};
  const arrival = new Promise<void>((resolve) => (arrive = resolve));
  await page.route("**/assets/community-pa-*.js", async (route) => {
    await arrival;
    await route.continue();
  });
  await visit(page, `${site.baseUrl}/password-reset`);
  expect(scripts).toEqual([]);
  await page.getByRole("link", { name: "Community" }).first().click();
  await expect(page.getByRole("status").filter({ hasText: "Loading content..." })).toBeVisible();
  await expect.poll(() => scripts.length).toBe(1);
  arrive();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("We're setting up the room");
  await expect(page.getByText("Loading content...")).toHaveCount(0);
  // The app fetches the file and then imports it. Without a cache, as with a test route, that requests the file twice.
  expect(new Set(scripts).size).toBe(1);
});
