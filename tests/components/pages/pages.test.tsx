import { waitFor, within } from "@testing-library/react";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectConsoleError } from "#tests/components/kit/console-errors.ts";
import { openApp } from "#tests/components/kit/open-app.tsx";
import { createSite, type Site } from "#testing/site.ts";

let site: Site;
beforeAll(async () => {
  site = await createSite();
});
afterAll(() => site.close());

const frame = (title: string) => `${title} | Savage Gentlemen Lifestyle | SGX Media`;

/** The page's metadata in the document head. */
function readHead() {
  const all = (selector: string, field: string) =>
    [...document.head.querySelectorAll(selector)].map((element) => element.getAttribute(field));
  return {
    titles: [...document.head.querySelectorAll("title")].map((title) => title.textContent),
    descriptions: all("meta[name=description]", "content"),
    canonicals: all("link[rel=canonical]", "href"),
    social: ["title", "description", "url", "image", "site_name", "type"].map(
      (name) => all(`meta[property="og:${name}"]`, "content").length,
    ),
    shared: ["title", "description", "url"].flatMap((name) => all(`meta[property="og:${name}"]`, "content")),
    card: all(`meta[name="twitter:card"]`, "content"),
  };
}

const eventTitle = "Velvet Riddim";
const routes: [path: string, screen: string, title: string][] = [
  ["/", "home", "Home"],
  ["/events", "events list", "Events"],
  ["/events/{id}", "event detail", eventTitle],
  ["/events/{id}/{slug}", "event detail (same screen)", eventTitle],
  ["/shop", "shop", "Shop"],
  ["/live", "live", "Live"],
  ["/community", "community", "Community"],
  ["/checkout", "checkout", "Checkout"],
  ["/payment-success", "payment success", "Your Order"],
  ["/admin", "admin page", "Admin"],
  ["/password-reset", "password reset", "Password Reset"],
  ["/analytics", "analytics dashboard", "Analytics"],
  ["/my-tickets", "my tickets", "My Tickets"],
  ["/ticket-scanner", "ticket scanner", "Check-in"],
  ["/user-management", "user management", "Accounts"],
  ["/ticket-management", "ticket management", "Orders"],
  ["/free-tickets", "free tickets dashboard", "Comps"],
  ["/email-management", "email management", "Email"],
];

for (const [path, screen, title] of routes) {
  test(`§2 ${path} is the screen ${screen}: it sets its title, description, social-share and canonical metadata`, async () => {
    let address = path;
    let home = path;
    if (path.includes("{id}")) {
      const id = await site.create.event({ title: eventTitle });
      const { body } = await site.anon.get(`/api/events/${id}`);
      home = `/events/${id}/${body.slug}`;
      address = path.replace("{id}", String(id)).replace("{slug}", body.slug);
    }
    const app = await openApp(site, path === "/password-reset" ? "/events" : "/password-reset", {
      as: await site.as("admin"),
    });
    await app.go(address);
    await waitFor(() => expect(document.title).toBe(frame(title)));
    const head = readHead();
    const [description] = head.descriptions;
    const canonical = new URL(home, app.network.baseUrl).href;
    expect(description).toMatch(/\w{2}/);
    expect(head).toEqual({
      titles: [frame(title)],
      descriptions: [description],
      canonicals: [canonical],
      social: [1, 1, 1, 1, 1, 1],
      shared: [frame(title), description, canonical],
      card: ["summary_large_image"],
    });
    await waitFor(() => expect(app.screen.getAllByRole("heading", { level: 1 })).toHaveLength(1));
  });
}

for (const path of ["/nope", "/events/1/a-night/more", "/admin/anything"]) {
  test(`§2 any other path (${path}) is Page Not Found, with its text and two buttons`, async () => {
    expectConsoleError(/404/);
    await openApp(site, path);
    expect(document.title).toBe(frame("Page Not Found"));
    const main = within(document.getElementById("main")!);
    main.getByText("Sorry, we couldn't find the page you're looking for...");
    expect(main.getAllByRole("button").map(({ textContent }) => textContent)).toEqual(["Go Back"]);
    const links = main.getAllByRole("link");
    expect(links.map((link) => [link.textContent, link.getAttribute("href")])).toEqual([["Back to Home", "/"]]);
  });
}

for (const path of ["/events/velvet-riddim", "/events/999999", "/events/12abc/velvet-riddim"]) {
  test(`a mistyped event address (${path}) is Page Not Found`, async () => {
    expectConsoleError(/40[04]/);
    await openApp(site, path);
    await waitFor(() => expect(document.title).toBe(frame("Page Not Found")));
    within(document.getElementById("main")!).getByText("Sorry, we couldn't find the page you're looking for...");
  });
}
