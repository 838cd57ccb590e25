import { expect, type Page } from "@playwright/test";
import { withSite } from "./journey-kit.ts";
import { visit } from "./spec-kit.ts";

const test = withSite();

const frame = (title: string) => `${title} | Savage Gentlemen Lifestyle | SGX Media`;

/** What a head says of its page: of the document, or of some HTML as it was sent. */
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

/** Goes on to an address as a link inside the app does. */
const goOn = (page: Page, path: string) =>
  page.evaluate((to) => {
    history.pushState(null, "", to);
    dispatchEvent(new PopStateEvent("popstate"));
  }, path);

const night = "Velvet Riddim";
const routes: [path: string, screen: string, title: string][] = [
  ["/", "home", "Home"],
  ["/events", "events list", "Events"],
  ["/events/{id}", "event detail", night],
  ["/events/{id}/{slug}", "event detail (same screen)", night],
  ["/shop", "shop", "Shop"],
  ["/live", "live", "Live"],
  ["/community", "community", "Community"],
  ["/checkout", "checkout", "Checkout"],
  ["/payment-success", "payment success", "Your Order"],
  ["/admin", "admin page", "Admin"],
  ["/password-reset", "password reset", "Password Reset"],
  ["/analytics", "analytics dashboard", "Analytics"],
  ["/my-tickets", "my tickets", "My Tickets"],
  ["/ticket-scanner", "ticket scanner", "Ticket Scanner"],
  ["/user-management", "user management", "User Management"],
  ["/ticket-management", "ticket management", "Ticket Management"],
  ["/free-tickets", "free tickets dashboard", "Free Tickets"],
  ["/email-management", "email management", "Email Management"],
];

for (const [path, screen, title] of routes) {
  test(`§2 ${path} is the screen ${screen}: it sets its title, description, social-share and canonical metadata`, async ({
    page,
    context,
    site,
  }) => {
    await context.addCookies([await site.cookieOf("admin")]);
    let address = path;
    let home = path;
    if (path.includes("{id}")) {
      const id = await site.make.event({ title: night });
      const { body } = await site.anon.get(`/api/events/${id}`);
      home = `/events/${id}/${body.slug}`;
      address = path.replace("{id}", String(id)).replace("{slug}", body.slug);
    }
    const canonical = new URL(home, site.baseUrl).href;

    await visit(page, `${site.baseUrl}${path === "/password-reset" ? "/events" : "/password-reset"}`);
    const sent = await context.request.get(`${site.baseUrl}${address}`);
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

    await goOn(page, address);
    await expect(page).toHaveTitle(frame(title));
    await expect.poll(() => readHead(page, null)).toEqual(head);
    await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
  });
}

for (const path of ["/nope", "/events/1/a-night/more", "/admin/anything"]) {
  test(`§2 any other path (${path}) is Page Not Found, with its text and two buttons`, async ({
    page,
    site,
    quiet,
  }) => {
    quiet.expect(/status of 404/);
    const answer = await page.goto(`${site.baseUrl}${path}`);
    expect(answer?.status()).toBe(404);
    await expect(page).toHaveTitle(frame("Page Not Found"));
    await expect(page.getByText("Sorry, we couldn't find the page you're looking for...")).toBeVisible();
    await expect(page.locator("main").getByRole("button")).toHaveText(["Go Back"]);
    await expect(page.locator("main").getByRole("link")).toHaveText(["Back to Home"]);
  });
}

test("§2 Go Back goes back in the browser's history, and Back to Home goes to /", async ({ page, site, quiet }) => {
  quiet.expect(/status of 404/);
  await visit(page, `${site.baseUrl}/community`);
  await visit(page, `${site.baseUrl}/nope`);
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
    if (request.url().includes("/assets/community-page-")) scripts.push(request.url());
  });
  let arrive = () => {};
  const arrival = new Promise<void>((resolve) => (arrive = resolve));
  await page.route("**/assets/community-page-*.js", async (route) => {
    await arrival;
    await route.continue();
  });
  await visit(page, `${site.baseUrl}/password-reset`);
  expect(scripts).toEqual([]);
  await page.getByRole("link", { name: "Community" }).first().click();
  await expect(page.getByRole("status").filter({ hasText: "Loading content..." })).toBeVisible();
  await expect.poll(() => scripts.length).toBe(1);
  arrive();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("The room is being set");
  await expect(page.getByText("Loading content...")).toHaveCount(0);
  // It is fetched first and then imported, which without a cache, as under a route of ours, asks for the same file again.
  expect(new Set(scripts).size).toBe(1);
});

test("§2 the main app has a header, a main area and a footer", async ({ page, site }) => {
  await visit(page, `${site.baseUrl}/events`);
  for (const landmark of ["banner", "main", "contentinfo"] as const) {
    await expect(page.getByRole(landmark)).toHaveCount(1);
    await expect(page.getByRole(landmark)).toBeVisible();
  }
});

test("§3 the checkout's query is preserved across the sign-in redirect", async ({ page, site }) => {
  const eventId = await site.make.event({ title: "Sound Clash" });
  const address = `/checkout?eventId=${eventId}&title=Sound%20Clash&amount=2500&currency=USD`;
  await page.goto(`${site.baseUrl}${address}`);
  await expect(page.getByRole("dialog", { name: "Join The Community" })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem("sg:auth:redirect"))).toBe(address);
  await page.getByRole("button", { name: "Continue as guest" }).click();
  await expect(page).toHaveTitle(frame("Checkout"));
  await page.waitForTimeout(1000);
  expect(page.url()).toBe(`${site.baseUrl}${address}`);
});
