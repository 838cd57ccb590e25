import { waitFor, within } from "@testing-library/react";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createNetwork } from "#tests/components/kit/browser-network.ts";
import { expectConsoleError } from "#tests/components/kit/console-errors.ts";
import { openApp, type OpenApp } from "#tests/components/kit/open-app.tsx";
import { authDialog, freshName, openDialog, password, submit, writeInOtherTab } from "#tests/components/kit/visitor.ts";
import { createSite, type Client, type Site } from "#tests/kit/site.ts";

// Two people share a browser. What one has seen of their own is gone for the other, whichever way they take turns.

let site: Site;
let eventId: number;
let ticketTypeId: number;
beforeAll(async () => {
  site = await createSite();
  eventId = await site.make.event({ title: "Moonlight Mas" });
  ticketTypeId = await site.make.ticketType({ eventId, name: "General admission" });
});
afterAll(() => site.close());

/** Somebody with a ticket of their own. */
async function buyer() {
  const member = await site.as("user", freshName());
  const { status, body: order } = await site.buy(member, [{ ticketTypeId, quantity: 1 }]);
  expect([status, order.status]).toEqual([200, "paid"]);
  return { member, order };
}

/** Somebody with a password and no tickets. */
async function other() {
  const username = freshName();
  const { status, body } = await site.anon.post("/api/auth/register", { username, displayName: "Ade", password });
  expect(status).toBe(201);
  return { username, id: body.id as number, me: body };
}

/** Logs out by the menu. On a page of their own the sign-in dialog then covers the header. */
async function logOut({ screen, user, session }: OpenApp): Promise<void> {
  await user.click(await screen.findByRole("button", { name: /^Account: / }));
  await user.click(await screen.findByRole("menuitem", { name: "Logout" }));
  await waitFor(() => expect(session.current()).toBeNull());
}

const ticketsOf = (client: Client) => client.get("/api/my-tickets").then(({ body }) => body.items.length);

/** What the cache keeps of somebody's own things. */
const ownThings = ({ queryClient }: OpenApp) =>
  queryClient
    .getQueryCache()
    .getAll()
    .filter(({ queryKey: [path], state }) => /my-tickets|orders|me\//.test(String(path)) && state.data !== undefined)
    .map(({ queryKey: [path] }) => path);

const main = () => within(document.getElementById("main")!);

test("after Logout and the sign-in of somebody else My Tickets shows theirs, not the former ones", async () => {
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

test("Logout on My Tickets takes the tickets off the page, and the next person there sees their own", async () => {
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

test("an order that is open at Logout is gone from the page and from the cache, for the next person too", async () => {
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

test("when another tab signs somebody else in, this tab forgets the former person's things", async () => {
  const { member } = await buyer();
  const next = await other();
  const app = await openApp(site, "/my-tickets", { as: member });
  await main().findAllByText(/Moonlight Mas/);
  await app.go("/events");

  // The other tab has changed the cookie that both send, and then what both keep.
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

test("Logout in another tab signs this one out, and takes what is open off the page", async () => {
  const { member } = await buyer();
  const app = await openApp(site, "/my-tickets", { as: member });
  await main().findAllByText(/Moonlight Mas/);
  await member.post("/api/auth/logout");
  writeInOtherTab("user", null);
  await authDialog(app);
  expect(main().queryAllByText(/Moonlight Mas/)).toEqual([]);
  expect(ownThings(app)).toEqual([]);
});

test("what an open order still waits for at Logout is not kept for the next person", async () => {
  expectConsoleError(/404: /);
  const { member, order } = await buyer();
  const network = createNetwork(site.app, { token: member.token });
  let arrive = () => {};
  const wait = new Promise<void>((resolve) => (arrive = resolve));
  const lift = network.on("GET", /\/papers/, async (_call, reach) => {
    const reply = await reach();
    lift();
    await wait;
    return reply;
  });
  const app = await openApp(site, `/payment-success?order=${order.id}`, { network });
  await waitFor(() => expect(network.callsTo("GET", /\/papers/)).toHaveLength(1));
  await logOut(app);
  arrive();
  await main().findByText("Sorry, we couldn't find the page you're looking for...");
  await waitFor(() => expect(app.queryClient.isFetching()).toBe(0));
  expect(ownThings(app)).toEqual([]);
});

test("an answer that is on its way at Logout is not kept for the next person", async () => {
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

test("an answer about the session that comes after Logout does not bring the former person back", async () => {
  const { member } = await buyer();
  const network = createNetwork(site.app, { token: member.token });
  let arrive = () => {};
  const wait = new Promise<void>((resolve) => (arrive = resolve));
  let isHeard = false;
  network.on("GET", /^\/api\/me$/, async (_call, reach) => {
    const reply = await reach();
    await wait;
    const read = reply.json.bind(reply);
    return Object.assign(reply, { json: () => read().finally(() => (isHeard = true)) });
  });
  const app = await openApp(site, "/events", { network });
  await waitFor(() => expect(network.callsTo("GET", /^\/api\/me$/)).toHaveLength(1));
  await logOut(app);
  arrive();
  await waitFor(() => expect(isHeard).toBe(true));
  await app.go("/shop");
  app.screen.getByRole("button", { name: "Sign In" });
  expect([app.session.current(), localStorage.getItem("user")]).toEqual([null, null]);
});

test("a refusal of the former session that comes after somebody else signed in does not sign them out", async () => {
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
