import { fireEvent, waitFor, within } from "@testing-library/react";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import type { Role } from "#contract/accounts/accounts.ts";
import { answer, createNetwork } from "#tests/components/kit/browser-network.ts";
import { openApp, type OpenApp } from "#tests/components/kit/open-app.tsx";
import {
  expectToast,
  holdTime,
  storeUser,
  lifeOfToast,
  marva,
  openDialog,
  toasts,
} from "#tests/components/kit/visitor.ts";
import { createSite, type Site } from "#testing/site.ts";

let site: Site;
beforeAll(async () => {
  site = await createSite();
});
afterAll(() => site.close());

/** A page of a user whom the test defines in the server's place. */
async function openFor(change: Partial<typeof marva>) {
  const person = { ...marva, ...change };
  storeUser(person);
  const network = createNetwork(site.app);
  network.on("GET", /^\/api\/me$/, () => answer(200, person));
  const app = await openApp(site, "/password-reset", { network });
  await app.screen.findByRole("button", { name: /^Account:/ });
  return app;
}

const navigation = ({ screen }: OpenApp, name: "Main" | "Bottom") =>
  within(screen.getByRole("navigation", { name })).getAllByRole("link");
const leadTo = (links: HTMLElement[]) => links.map((link) => link.getAttribute("href"));

const five = ["/", "/events", "/shop", "/live", "/community"];
const people: [who: string, role: Role | undefined, header: string[], bottom: string[]][] = [
  ["a visitor", undefined, five, five],
  ["a guest", "guest", five, five],
  ["a user", "user", [...five, "/my-tickets"], [...five, "/my-tickets"]],
  ["a moderator", "moderator", [...five, "/my-tickets"], [...five, "/my-tickets", "/ticket-scanner"]],
  ["an admin", "admin", [...five, "/my-tickets"], [...five, "/my-tickets", "/admin"]],
];

for (const [who, role, header, bottom] of people) {
  test(`§2 the header's links and the bottom navigation of ${who}`, async () => {
    const app = await openApp(site, "/events", role ? { as: await site.as(role) } : {});
    await app.screen.findByRole("button", { name: role ? /^Account:/ : "Sign In" });
    expect(leadTo(navigation(app, "Main"))).toEqual(header);
    expect(leadTo(navigation(app, "Bottom"))).toEqual(bottom);
    const names = [
      "Home",
      "Events",
      "Shop",
      "Live",
      "Community",
      "My Tickets",
      role === "moderator" ? "Scanner" : "Admin",
    ].slice(0, bottom.length);
    expect(navigation(app, "Bottom").map(({ textContent }) => textContent)).toEqual(names);
  });
}

test("§2 the header shows logo, brand name, theme switcher, search and Sign In, which opens the dialog", async () => {
  const app = await openApp(site, "/shop");
  const header = within(app.screen.getByRole("banner"));
  const brand = header.getByRole("link", { name: /Savage\s*Gentlemen/ });
  expect(brand.getAttribute("href")).toBe("/");
  expect(brand.querySelector("svg")).not.toBeNull();
  header.getByRole("button", { name: "Theme" });
  header.getByRole("button", { name: "Search" });
  await openDialog(app);
});

test("§2 the main app has a header, a main area and a footer", async () => {
  const { screen } = await openApp(site, "/events");
  for (const landmark of ["banner", "main", "contentinfo"]) expect(screen.getAllByRole(landmark)).toHaveLength(1);
});

for (const [change, name, letter] of [
  [{}, "Marva Bright", "M"],
  [{ displayName: null }, "marva", "M"],
  [{ displayName: null, username: "" }, "Logged In", "U"],
  [{ role: "guest", isGuest: true, displayName: "Guest 12" }, "Guest 12 (Guest)", "G"],
  [{ role: "admin", displayName: "ade" }, "ade (Admin)", "A"],
] as const) {
  test(`§2 the avatar menu shows the name as '${name}' and the letter ${letter}`, async () => {
    const { screen, user } = await openFor(change);
    const button = screen.getByRole("button", { name: `Account: ${name}` });
    expect(button.textContent).toBe(letter);
    await user.click(button);
    const menu = await screen.findByRole("menu");
    expect(menu.firstElementChild?.textContent).toBe(name);
  });
}

test("§2 an avatar that fails to load falls back to the letter", async () => {
  const isThere = vi.spyOn(HTMLImageElement.prototype, "complete", "get").mockReturnValue(false);
  onTestFinished(() => isThere.mockRestore());
  const { screen } = await openFor({ avatar: "/media/avatars/gone.webp" });
  const button = screen.getByRole("button", { name: "Account: Marva Bright" });
  const image = await waitFor(() => {
    const found = button.querySelector("img");
    expect(found?.getAttribute("src")).toBe("/media/avatars/gone.webp");
    return found!;
  });
  fireEvent.error(image);
  expect(button.textContent).toBe("M");
  expect(button.querySelector("img")).toBeNull();
});

const menus: [who: string, role: Role, items: string[]][] = [
  ["a user", "user", ["My Tickets", "Account", "Notifications", "Admin Dashboard", "Logout"]],
  ["a guest", "guest", ["Admin Dashboard", "Logout"]],
  ["a moderator", "moderator", ["My Tickets", "Account", "Notifications", "Admin Dashboard", "Scanner", "Logout"]],
  ["an admin", "admin", ["My Tickets", "Account", "Notifications", "Admin Dashboard", "Scanner", "Logout"]],
];

for (const [who, role, items] of menus) {
  test(`§2 the avatar menu's items of ${who}; Admin Dashboard is there for every signed-in user`, async () => {
    const { screen, user } = await openApp(site, "/password-reset", { as: await site.as(role) });
    await user.click(await screen.findByRole("button", { name: /^Account:/ }));
    await screen.findByRole("menu");
    expect(screen.getAllByRole("menuitem").map(({ textContent }) => textContent?.trim())).toEqual(items);
    expect(screen.getByRole("menuitem", { name: "Admin Dashboard" }).getAttribute("href")).toBe("/admin");
    if (role !== "guest")
      expect(screen.getByRole("menuitem", { name: "My Tickets" }).getAttribute("href")).toBe("/my-tickets");
  });
}

test("§2 the current route is marked in the bottom navigation", async () => {
  const app = await openApp(site, "/shop");
  const current = () => navigation(app, "Bottom").filter((link) => link.getAttribute("aria-current") === "page");
  expect(current().map(({ textContent }) => textContent)).toEqual(["Shop"]);
  await app.user.click(
    within(app.screen.getByRole("navigation", { name: "Bottom" })).getByRole("link", { name: "Live" }),
  );
  await waitFor(() => expect(current().map(({ textContent }) => textContent)).toEqual(["Live"]));
});

const theme = () => document.documentElement.dataset["theme"];

for (const [choice, value, text] of [
  ["Light", "light", "Light mode activated"],
  ["Dark", "dark", "Dark mode activated"],
  ["System", "system", "Using system preference for theme"],
] as const) {
  test(`§4 choosing the theme ${value} saves it, applies it and shows the toast '${text}'`, async () => {
    localStorage.setItem("sg-theme-preference", value === "dark" ? "light" : "dark");
    const { screen, user } = await openApp(site, "/password-reset");
    expect(theme()).toBe(value === "dark" ? "light" : "dark");
    await user.click(screen.getByRole("button", { name: "Theme" }));
    await user.click(await screen.findByRole("menuitemradio", { name: choice }));
    await expectToast("Theme Changed", text);
    expect(localStorage.getItem("sg-theme-preference")).toBe(value);
    // The device in these tests prefers a light theme.
    expect(theme()).toBe(value === "dark" ? "dark" : "light");
  });
}

test("§9 the theme toast stays for 2 seconds", async () => {
  const { screen, user } = await openApp(site, "/password-reset");
  await user.click(screen.getByRole("button", { name: "Theme" }));
  const light = await screen.findByRole("menuitemradio", { name: "Light" });
  holdTime();
  const life = lifeOfToast("Light mode activated");
  await user.click(light);
  await expectToast("Theme Changed", "Light mode activated");
  await vi.advanceTimersByTimeAsync(4000);
  await waitFor(() => expect(toasts()).toEqual([]));
  expect(await life).toBeGreaterThan(1900);
  expect(await life).toBeLessThan(3000);
});

test("the Live dot's ring rests where it can't be seen, wherever its pulse was", async () => {
  const effect = { getComputedTiming: () => ({ iterations: Infinity }) };
  const pulse = { effect, currentTime: 200, pause: vi.fn<() => void>() };
  const getAnimations = function (this: HTMLElement) {
    return this.classList.contains("animate-ping-soft") ? [pulse] : [];
  };
  Object.assign(HTMLElement.prototype, { getAnimations });
  onTestFinished(() => void Reflect.deleteProperty(HTMLElement.prototype, "getAnimations"));
  await openApp(site, "/password-reset");
  expect(pulse.pause).toHaveBeenCalled();
  expect(pulse.currentTime).toBe(400);
});
