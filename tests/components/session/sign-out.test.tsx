import { waitFor, within } from "@testing-library/react";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectConsoleError } from "#tests/components/kit/console-errors.ts";
import { openApp, type OpenApp } from "#tests/components/kit/open-app.tsx";
import { freshName, openDialog, password, recordBroadcasts, submit } from "#tests/components/kit/visitor.ts";
import { createSite, type Site } from "#testing/site.ts";

let site: Site;
beforeAll(async () => {
  site = await createSite();
});
afterAll(() => site.close());

async function logOut({ screen, user }: OpenApp): Promise<void> {
  await user.click(await screen.findByRole("button", { name: /^Account: marva/ }));
  await user.click(await screen.findByRole("menuitem", { name: "Logout" }));
  await screen.findByRole("button", { name: "Sign In" });
}

test("Logout ends the session on the server, not only in the browser", async () => {
  const member = await site.as("user", "marva.one");
  const app = await openApp(site, "/", { as: member });
  await logOut(app);
  await waitFor(() => expect(app.network.hasSession()).toBe(false));
  expect((await member.get("/api/me")).status).toBe(401);
  expect(app.network.callsTo("POST", /^\/api\/auth\/logout$/)).toHaveLength(1);
});

test("§4 logout clears the user, removes the stored record and broadcasts the event with no user", async () => {
  const member = await site.as("user", "marva.two");
  const app = await openApp(site, "/password-reset", { as: member });
  await waitFor(() => expect(localStorage.getItem("userId")).toBe(String(member.id)));
  const broadcasts = recordBroadcasts();
  await logOut(app);
  expect(app.session.current()).toBeNull();
  expect([localStorage.getItem("user"), localStorage.getItem("userId")]).toEqual([null, null]);
  expect(broadcasts).toEqual([null]);
});

test("without a network Logout still signs out in the browser", async () => {
  const member = await site.as("user", "marva.three");
  const app = await openApp(site, "/password-reset", { as: member });
  await waitFor(() => expect(localStorage.getItem("userId")).toBe(String(member.id)));
  app.network.cut();
  await logOut(app);
  expect([localStorage.getItem("user"), localStorage.getItem("userId")]).toEqual([null, null]);
});

test("Logout acts at once while the server is slow: the person and their order are gone before it answers", async () => {
  const eventId = await site.create.event({ title: "Moonlight Mas" });
  const ticketTypeId = await site.create.ticketType({ eventId });
  const member = await site.as("user", "marva.four");
  const { body: order } = await site.buy(member, [{ ticketTypeId, quantity: 1 }]);
  const app = await openApp(site, `/payment-success?order=${order.id}`, { as: member });
  const main = () => within(document.getElementById("main")!);
  await main().findAllByText(/Moonlight Mas/);
  let arrive = () => {};
  app.network.on("POST", /^\/api\/auth\/logout$/, async (_call, reach) => {
    await new Promise<void>((resolve) => (arrive = resolve));
    return reach();
  });
  expectConsoleError(/404: /);
  await logOut(app);
  // React hides a page that loads again, until it is there.
  await waitFor(() => expect(main().queryByRole("heading", { name: "You're in" })).toBeNull());
  expect(main().queryByRole("link", { name: "Moonlight Mas" })).toBeNull();
  expect(app.network.hasSession()).toBe(true);
  arrive();
  await waitFor(() => expect(app.network.hasSession()).toBe(false));
  await main().findByText("Sorry, we couldn't find the page you're looking for...");
});

test("a Logout that didn't reach the server holds from the next request on, and the next load tells the server", async () => {
  const member = await site.as("user", "marva.five");
  const app = await openApp(site, "/password-reset", { as: member });
  app.network.cut();
  await logOut(app);
  await waitFor(() => expect(app.network.callsTo("POST", /^\/api\/auth\/logout$/)).toHaveLength(1));
  expect((await member.get("/api/me")).status).toBe(200);
  app.close();

  app.network.restore();
  expect(app.network.hasSession()).toBe(true);
  expect((await app.network.ask("/api/me")).status).toBe(401);
  const later = await openApp(site, "/password-reset", { network: app.network });
  later.screen.getByRole("button", { name: "Sign In" });
  await waitFor(() => expect(app.network.hasSession()).toBe(false));
  expect((await member.get("/api/me")).status).toBe(401);
  expect(document.cookie).not.toContain("sg_signed_out");
});

test("someone who signs in right after a Logout stays signed in, and the old session has ended", async () => {
  const member = await site.as("user", "marva.six");
  const username = freshName();
  await site.anon.post("/api/auth/register", { username, displayName: "Ade", password });
  const app = await openApp(site, "/password-reset", { as: member });
  let arrive = () => {};
  const lift = app.network.on("POST", /^\/api\/auth\/logout$/, async (_call, reach) => {
    lift();
    await new Promise<void>((resolve) => (arrive = resolve));
    return reach();
  });
  await logOut(app);
  await openDialog(app);
  await submit(app, { Username: username, Password: password });
  expect(app.network.callsTo("POST", /^\/api\/auth\/login$/)).toEqual([]);
  arrive();
  await app.screen.findByRole("button", { name: "Account: Ade" });
  expect((await app.network.ask("/api/me")).body).toMatchObject({ username });
  expect((await member.get("/api/me")).status).toBe(401);
});
