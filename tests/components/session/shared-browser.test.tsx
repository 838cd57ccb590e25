import { waitFor, within } from "@testing-library/react";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createNetwork } from "#tests/components/kit/browser-network.ts";
import { expectConsoleError } from "#tests/components/kit/console-errors.ts";
import { openApp, type OpenApp } from "#tests/components/kit/open-app.tsx";
import { authDialog, freshName, openDialog, password, submit, writeInOtherTab } from "#tests/components/kit/visitor.ts";
import { createSite, type Client, type Site } from "#testing/site.ts";

// Two people share a browser. One never sees the other's personal data, whichever way they take turns.

let site: Site;
let eventId: number;
let ticketTypeId: number;
beforeAll(async () => {
  site = await createSite();
  eventId = await site.create.event({ title: "Moonlight Mas" });
  ticketTypeId = await site.create.ticketType({ eventId, name: "General admission" });
});
afterAll(() => site.close());

/** A person with one ticket. */
async function buyer() {
  const member = await site.as("user", freshName());
  const { status, body: order } = await site.buy(member, [{ ticketTypeId, quantity: 1 }]);
  expect([status, order.status]).toEqual([200, "paid"]);
  return { member, order };
}

/** A person with a password and no tickets. */
async function other() {
  const username = freshName();
  const { status, body } = await site.anon.post("/api/auth/register", { username, displayName: "Ade", password });
  expect(status).toBe(201);
  return { username, id: body.id, me: body };
}

/** Logs out through the menu. On a personal page, the sign-in dialog then covers the header. */
async function logOut({ screen, user, session }: OpenApp): Promise<void> {
  await user.click(await screen.findByRole("button", { name: /^Account: / }));
  await user.click(await screen.findByRole("menuitem", { name: "Logout" }));
  await waitFor(() => expect(session.current()).toBeNull());
}

const ticketsOf = (client: Client) => client.get("/api/my-tickets").then(({ body }) => body.items.length);

/** The personal data in the cache, by query path. */
const ownThings = ({ queryClient }: OpenApp) =>
  queryClient
    .getQueryCache()
    .getAll()
    .filter(({ queryKey: [path], state }) => /my-tickets|orders|me\//.test(String(path)) && state.data !== undefined)
    .map(({ queryKey: [path] }) => path);

const main = () => within(document.getElementById("main")!);

test("after Logout and another person's sign-in, My Tickets shows their tickets, not the first person's", async () => {
  const { member } = await buyer();
  const next = await other();
  expect(await ticketsOf(member)).toBe(1);
  const app = await openApp(site, "/my-tickets", { as: member });
  await main().findAllByText(/Moonlight Mas/);
  await app.go("/events");
  await logOut(app);
  expect(ownThings(app)).toEqual([]);
  await openDialog(app);
  await submit(app, { Username: next.username, Password: password });
  await app.screen.findByRole("button", { name: "Account: Ade" });
  await app.go("/my-tickets");
  await main().findByRole("heading", { level: 1, name: "My Tickets" });
  await waitFor(() => expect(app.queryClient.getQueryData(["/api/my-tickets"])).toMatchObject({ items: [] }));
  expect(main().queryAllByText(/Moonlight Mas/)).toEqual([]);
});

test("Logout on My Tickets removes the tickets from the page, and the next person sees their own", async () => {
  const { member } = await buyer();
  const next = await other();
  const app = await openApp(site, "/my-tickets", { as: member });
  await main().findAllByText(/Moonlight Mas/);
  await logOut(app);
  await authDialog(app);
  expect(main().queryAllByText(/Moonlight Mas/)).toEqual([]);
  expect(ownThings(app)).toEqual([]);
  await submit(app, { Username: next.username, Password: password });
  await main().findByRole("heading", { level: 1, name: "My Tickets" });
  await waitFor(() => expect(app.queryClient.getQueryData(["/api/my-tickets"])).toMatchObject({ items: [] }));
  expect(main().queryAllByText(/Moonlight Mas/)).toEqual([]);
});

test("an order open at Logout disappears from the page and the cache, also for the next person", async () => {
  expectConsoleError(/404: /);
  const { member, order } = await buyer();
  const next = await other();
  const app = await openApp(site, `/payment-success?order=${order.id}`, { as: member });
  await main().findAllByText(/Moonlight Mas/);
  await logOut(app);
  await waitFor(() => expect(main().queryAllByText(/Moonlight Mas/)).toEqual([]));
  await main().findByText("Sorry, we couldn't find the page you're looking for...");
  expect(ownThings(app)).toEqual([]);
  await openDialog(app);
  await submit(app, { Username: next.username, Password: password });
  await app.screen.findByRole("button", { name: "Account: Ade" });
  await waitFor(() => expect(app.queryClient.isFetching()).toBe(0));
  expect(main().queryAllByText(/Moonlight Mas/)).toEqual([]);
  expect(ownThings(app)).toEqual([]);
});

test("when another tab signs in someone else, this tab drops the first person's data", async () => {
  const { member } = await buyer();
  const next = await other();
  const app = await openApp(site, "/my-tickets", { as: member });
  await main().findAllByText(/Moonlight Mas/);
  await app.go("/events");

  // The other tab changed the cookie that both tabs send, and then the storage that both share.
  const inOtherTab = await site.anon.post("/api/auth/login", { username: next.username, password });
  const cookie = /sg_session=([^;]+)/.exec(String(inOtherTab.headers["set-cookie"]))![1]!;
  app.network.uninstall();
  const network = createNetwork(site.app, { token: cookie });
  network.install();
  writeInOtherTab("user", JSON.stringify({ status: "success", data: next.me }));

  await app.screen.findByRole("button", { name: "Account: Ade" });
  expect(ownThings(app)).toEqual([]);
  await app.go("/my-tickets");
  await main().findByRole("heading", { level: 1, name: "My Tickets" });
  await waitFor(() => expect(app.queryClient.getQueryData(["/api/my-tickets"])).toMatchObject({ items: [] }));
  expect(main().queryAllByText(/Moonlight Mas/)).toEqual([]);
  network.uninstall();
});

test("Logout in another tab signs this tab out and removes personal data from the page", async () => {
  const { member } = await buyer();
  const app = await openApp(site, "/my-tickets", { as: member });
  await main().findAllByText(/Moonlight Mas/);
  await member.post("/api/auth/logout");
  writeInOtherTab("user", null);
  await authDialog(app);
  expect(main().queryAllByText(/Moonlight Mas/)).toEqual([]);
  expect(ownThings(app)).toEqual([]);
});

test("data that an open order is still loading at Logout is not kept for the next person", async () => {
  expectConsoleError(/404: /);
  const { member, order } = await buyer();
  const network = createNetwork(site.app, { token: member.token });
  let arrive = () => {};
  const wait = new Promise<void>((resolve) => (arrive = resolve));
  const lift = network.on("GET", /\/documents/, async (_call, reach) => {
    const reply = await reach();
    lift();
    await wait;
    return reply;
  });
  const app = await openApp(site, `/payment-success?order=${order.id}`, { network });
  await waitFor(() => expect(network.callsTo("GET", /\/documents/)).toHaveLength(1));
  await logOut(app);
  arrive();
  await main().findByText("Sorry, we couldn't find the page you're looking for...");
  await waitFor(() => expect(app.queryClient.isFetching()).toBe(0));
  expect(ownThings(app)).toEqual([]);
});

test("a response under way at Logout is not kept for the next person", async () => {
  const { member } = await buyer();
  const network = createNetwork(site.app, { token: member.token });
  const app = await openApp(site, "/events", { network });
  let arrive = () => {};
  network.on("GET", /^\/api\/my-tickets/, async (_call, reach) => {
    const reply = await reach();
    await new Promise<void>((resolve) => (arrive = resolve));
    return reply;
  });
  await app.user.click(app.screen.getAllByRole("link", { name: "My Tickets" })[0]!);
  await waitFor(() => expect(network.callsTo("GET", /^\/api\/my-tickets/)).toHaveLength(1));
  await logOut(app);
  arrive();
  await authDialog(app);
  await waitFor(() => expect(app.queryClient.isFetching()).toBe(0));
  expect(ownThings(app)).toEqual([]);
  expect(main().queryAllByText(/Moonlight Mas/)).toEqual([]);
});

test("a session response that arrives after Logout does not sign the first person back in", async () => {
  const { member } = await buyer();
  const network = createNetwork(site.app, { token: member.token });
  let arrive = () => {};
  const wait = new Promise<void>((resolve) => (arrive = resolve));
  let isRead = false;
  network.on("GET", /^\/api\/me$/, async (_call, reach) => {
    const reply = await reach();
    await wait;
    const read = reply.json.bind(reply);
    return Object.assign(reply, { json: () => read().finally(() => (isRead = true)) });
  });
  const app = await openApp(site, "/events", { network });
  await waitFor(() => expect(network.callsTo("GET", /^\/api\/me$/)).toHaveLength(1));
  await logOut(app);
  arrive();
  await waitFor(() => expect(isRead).toBe(true));
  await app.go("/shop");
  app.screen.getByRole("button", { name: "Sign In" });
  expect([app.session.current(), localStorage.getItem("user")]).toEqual([null, null]);
});

test("a rejection of the old session that arrives after someone else signed in does not sign them out", async () => {
  const next = await other();
  localStorage.setItem("user", JSON.stringify({ ...next.me, id: 4711, displayName: "Former" }));
  const network = createNetwork(site.app);
  let arrive = () => {};
  const wait = new Promise<void>((resolve) => (arrive = resolve));
  const lift = network.on("GET", /^\/api\/me$/, async (_call, reach) => {
    lift();
    const reply = await reach();
    await wait;
    return reply;
  });
  const app = await openApp(site, "/events", { network });
  await waitFor(() => expect(network.callsTo("GET", /^\/api\/me$/)).toHaveLength(1));
  window.dispatchEvent(new CustomEvent("sg:auth:open", { detail: {} }));
  await authDialog(app);
  await submit(app, { Username: next.username, Password: password });
  await app.screen.findByRole("button", { name: "Account: Ade" });
  arrive();
  await app.go("/my-tickets");
  await main().findByRole("heading", { level: 1, name: "My Tickets" });
  expect(app.session.current()).toMatchObject({ id: next.id });
  expect(localStorage.getItem("userId")).toBe(String(next.id));
});
