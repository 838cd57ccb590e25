import { waitFor, within } from "@testing-library/react";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Role } from "#contract/accounts/accounts.ts";
import { openApp } from "#tests/components/kit/open-app.tsx";
import { authDialog, freshName, recordBroadcasts, holdTime, password, submit } from "#tests/components/kit/visitor.ts";
import { createSite, type Site } from "#testing/site.ts";

let site: Site;
beforeAll(async () => {
  site = await createSite();
});
afterAll(() => site.close());

const pages: [path: string, title: string, access: "guest" | "staff" | "admin"][] = [
  ["/checkout", "Checkout", "guest"],
  ["/my-tickets", "My Tickets", "guest"],
  ["/ticket-scanner", "Check-in", "staff"],
  ["/admin", "Admin", "staff"],
  ["/admin?section=events", "Events", "admin"],
  ["/analytics", "Analytics", "admin"],
  ["/user-management", "Accounts", "admin"],
  ["/ticket-management", "Orders", "admin"],
  ["/free-tickets", "Comps", "admin"],
  ["/email-management", "Email", "admin"],
];

const opens: Record<Role, string[]> = {
  guest: ["guest"],
  user: ["guest"],
  moderator: ["guest", "staff"],
  admin: ["guest", "staff", "admin"],
};

const titled = (title: string) =>
  waitFor(() => expect(document.title).toBe(`${title} | Savage Gentlemen Lifestyle | SGX Media`));

const main = () => within(document.getElementById("main")!);

/** Calls other than those that every page or its frame makes. */
const ownCalls = (calls: { method: string; path: string }[]) =>
  calls.map(({ method, path }) => `${method} ${path}`).filter((call) => !/page-view$|GET \/api\/(me|cart)$/.test(call));

test("every guarded page asks a visitor to sign in and makes none of its own requests", async () => {
  const app = await openApp(site, "/password-reset");
  for (const [path] of pages) {
    await app.go(path);
    await titled("Sign In");
    expect(app.address()).toBe(path);
    main().getByRole("heading", { level: 1, name: "Sign in to view this page", hidden: true });
    await authDialog(app);
    expect(localStorage.getItem("sg:auth:redirect")).toBe(path);
  }
  expect(ownCalls(app.network.calls)).toEqual([]);
});

test.each<Role>(["guest", "user", "moderator", "admin"])(
  "the pages that a %s can access open, and the others say No access and make no request",
  async (role) => {
    const member = await site.as(role);
    const app = await openApp(site, "/password-reset", { as: member });
    for (const [path, title, access] of pages) {
      const isOpen = opens[role].includes(access);
      const before = app.network.calls.length;
      await app.go(path);
      // Moderators see check-in there.
      const own = path === "/admin" && role === "moderator" ? "Check-in" : title;
      await titled(isOpen ? own : "No Access");
      expect(app.address()).toBe(path);
      if (isOpen) {
        expect(main().queryByText("No access")).toBeNull();
        continue;
      }
      main().getByRole("heading", { level: 1, name: "No access" });
      expect(app.screen.queryByRole("dialog")).toBeNull();
      expect(ownCalls(app.network.calls.slice(before))).toEqual([]);
    }
  },
);

test("after a session ends on a guarded page, the next page asks to sign in and then returns with its query", async () => {
  const username = freshName();
  await site.anon.post("/api/auth/register", { username, displayName: "Marva Bright", password });
  const member = await signedIn(username);
  const app = await openApp(site, "/my-tickets", { as: member });
  await main().findByRole("heading", { level: 1, name: "My Tickets" });
  const broadcasts = recordBroadcasts();

  // Someone ended the session elsewhere: from another device, or by changing the password.
  await member.post("/api/auth/logout");
  await app.go("/my-tickets?section=account");
  await authDialog(app);
  main().getByRole("heading", { level: 1, name: "Sign in to view this page", hidden: true });
  expect(app.session.current()).toBeNull();
  expect(broadcasts).toEqual([null]);
  expect([localStorage.getItem("user"), localStorage.getItem("userId")]).toEqual([null, null]);
  expect(localStorage.getItem("sg:auth:redirect")).toBe("/my-tickets?section=account");

  await submit(app, { Username: username, Password: password });
  await main().findByRole("heading", { level: 1, name: "My Account" });
  await main().findByText(username, { exact: false });
  expect(app.address()).toBe("/my-tickets?section=account");
  expect((await app.network.ask("/api/me")).body).toMatchObject({ username });
});

async function signedIn(username: string) {
  const { headers, body } = await site.anon.post("/api/auth/login", { username, password });
  const token = /sg_session=([^;]+)/.exec(String(headers["set-cookie"]))![1]!;
  return site.clientOf({ ...site.anon, id: body.id, token });
}

test("a staff page asks to sign in after the session ends, and denies access to someone without the role", async () => {
  const admin = await site.as("admin");
  const username = freshName();
  await site.anon.post("/api/auth/register", { username, displayName: "Ade", password });
  const app = await openApp(site, "/events", { as: admin });
  await titled("Events");
  await admin.post("/api/auth/logout");
  await app.go("/ticket-scanner?event=3");
  await authDialog(app);
  await titled("Sign In");
  await submit(app, { Username: username, Password: password });
  await titled("No Access");
  expect(app.address()).toBe("/ticket-scanner?event=3");
});

test("§3 the checkout's query is preserved across the sign-in redirect", async () => {
  const eventId = await site.create.event({ title: "Sound Clash" });
  const address = `/checkout?eventId=${eventId}&title=Sound%20Clash&amount=2500&currency=USD`;
  const app = await openApp(site, address);
  const dialog = within(await authDialog(app));
  expect(localStorage.getItem("sg:auth:redirect")).toBe(address);
  expect(app.network.calls.filter(({ path }) => /orders|quote/.test(path))).toEqual([]);
  holdTime();
  await app.user.click(dialog.getByRole("button", { name: "Continue as guest" }));
  await titled("Checkout");
  await main().findAllByText(/Sound Clash/);
  await vi.advanceTimersByTimeAsync(2000);
  expect(app.address()).toBe(address);
  await titled("Checkout");
  expect(localStorage.getItem("sg:auth:redirect")).toBeNull();
});

test("a later sign-in does not lead to a guarded page that the visitor backed out of", async () => {
  const app = await openApp(site, "/my-tickets");
  const gate = within(await authDialog(app));
  await app.user.click(gate.getByRole("button", { name: "Close" }));
  await waitFor(() => expect(app.screen.queryByRole("dialog")).toBeNull());
  expect(localStorage.getItem("sg:auth:redirect")).toBeNull();
  await app.go("/events");
  await titled("Events");
  await app.user.click(app.screen.getByRole("button", { name: "Sign In" }));
  const dialog = within(await authDialog(app));
  holdTime();
  await app.user.click(dialog.getByRole("button", { name: "Continue as guest" }));
  await app.screen.findByRole("button", { name: /^Account: .+ \(Guest\)$/ });
  await vi.advanceTimersByTimeAsync(2000);
  expect(app.address()).toBe("/events");
});
