import { waitFor, within } from "@testing-library/react";
import { afterAll, beforeAll, expect, test } from "vitest";
import { barriers } from "#tests/components/kit/barriers.ts";
import { dialogOf, errorAt, fill, holdCalls, reads, valueOf } from "#tests/components/kit/forms.ts";
import { openApp } from "#tests/components/kit/open-app.tsx";
import { completePage, createSite, draft, type Client, type Site, paymentPageOf } from "#testing/site.ts";

let site: Site;
let admin: Client;
beforeAll(async () => {
  site = await createSite();
  admin = await site.as("admin");
});
afterAll(() => site.close());

const codes = /^\/api\/admin\/promo-codes(\/\d+)?$/;
const promoters = /^\/api\/admin\/promoters\b/;
const isShut = () => waitFor(() => expect(document.querySelector("[role=dialog]")).toBeNull());

async function createCode(code: string, more: object = {}) {
  const eventId = await site.create.event({ title: `Night of ${code}` });
  const ticketTypeId = await site.create.ticketType({ eventId, name: "General admission" });
  const body = { code, eventId, discount: { kind: "percent", percent: 20 }, totalLimit: 1, ...more };
  const made = await admin.post("/api/admin/promo-codes", body);
  expect(made.status).toBe(201);
  return { eventId, ticketTypeId, id: made.body.id };
}

test("the promo code form shows errors at their fields, keeps what was typed, and creates the code once", async () => {
  const { eventId } = await createCode("TAKEN");
  const app = await openApp(site, "/admin?section=promotions", { as: admin });
  const { screen, user, network } = app;
  await user.click(await screen.findByRole("link", { name: "New code" }));
  const drawer = await dialogOf(app, "New code");
  const createButton = drawer.getByRole("button", { name: "Create" });
  const code = drawer.getByLabelText(/^Code/);
  // Whoever came by keyboard types at once.
  await waitFor(() => expect(document.activeElement).toBe(code));
  const percent = drawer.getByLabelText(/^Percent/);
  await user.click(createButton);
  await waitFor(() => expect(errorAt(code)).toBeTruthy());
  await user.type(code, "taken");
  await user.clear(percent);
  await user.click(createButton);
  await waitFor(() => expect(errorAt(percent)).toContain("Enter 1 to 100"));
  expect(network.callsTo("POST", codes)).toEqual([]);

  await user.type(percent, "20");
  await drawer.findByRole("option", { name: /Night of TAKEN/ });
  await user.selectOptions(drawer.getByLabelText(/^Event/), String(eventId));
  await user.click(createButton);
  await waitFor(() => expect(errorAt(code)).toBeTruthy());
  expect([valueOf(code), valueOf(percent)]).toEqual(["taken", "20"]);

  await user.clear(code);
  await user.type(code, "fresh");
  network.cut();
  await user.click(createButton);
  await drawer.findByText("You're offline or the site isn't responding. Try again.");
  expect([valueOf(code), valueOf(percent)]).toEqual(["fresh", "20"]);
  network.restore();
  const sent = network.callsTo("POST", codes).length;
  const letGo = holdCalls(app, "POST", codes);
  await user.dblClick(createButton);
  letGo();
  await isShut();
  expect(network.callsTo("POST", codes)).toHaveLength(sent + 1);
  await screen.findByRole("link", { name: /fresh/i });
});

test.each([
  ["all events", "GLOBAL", () => "/admin?section=promotions&q=global"],
  ["one event", "LOCAL", (eventId: number) => `/admin?section=events&id=${eventId}&tab=codes`],
])("while the promoters of %s load, no code is shown as one", async (_, code, pathOf) => {
  const { eventId } = await createCode(code);
  const row = { name: new RegExp(code) };
  const app = await openApp(site, pathOf(eventId), { as: admin });
  const { screen, user, network } = app;
  await screen.findByRole("link", row);
  const letGo = holdCalls(app, "GET", promoters);
  await user.click(screen.getByRole("link", { name: "Promoters" }));
  await waitFor(() => expect(network.callsTo("GET", promoters)).not.toEqual([]));
  await screen.findByRole("link", { name: "New promoter" });
  expect(screen.queryByRole("link", row)).toBeNull();
  letGo();
  await waitFor(() => expect(document.querySelector("main [aria-busy=true]")).toBeNull());
  expect(screen.queryByRole("link", row)).toBeNull();
});

test("the second of two people who edit a code sees what the first one saved", async () => {
  const { id, eventId } = await createCode("TWICE", { totalLimit: 40 });
  const app = await openApp(site, `/admin?section=promotions&q=twice`, { as: admin });
  const { screen, user } = app;
  await user.click(await screen.findByRole("link", { name: /^TWICE/ }));
  const drawer = await dialogOf(app, /TWICE/);
  fill(drawer.getByLabelText(/^Staff note/), "Mine");
  const path = `/api/admin/promo-codes/${id}` as const;
  const read = async () => (await admin.get(`/api/admin/promo-codes?id=${id}`)).body.items[0]!;
  const theirs = { code: "TWICE", eventId, discount: { kind: "percent", percent: 20 }, totalLimit: 70 };
  expect((await admin.call("PUT", path, { ...theirs, version: (await read()).version })).status).toBe(200);
  await user.click(drawer.getByRole("button", { name: "Save changes" }));
  await drawer.findByText("Someone else saved changes");
  await reads(/Total uses: now 70/, () => document.querySelector("[role=dialog]"));
  expect(valueOf(drawer.getByLabelText(/^Staff note/))).toBe("Mine");
  await user.click(drawer.getByRole("button", { name: "Save changes" }));
  await isShut();
  expect(await read()).toMatchObject({ note: "Mine", totalLimit: 70 });
});

test("the orders of all events sort only by time, and a used-up code cannot be paused", async () => {
  const { eventId, ticketTypeId } = await createCode("ONLYONCE");
  const open = { code: "MANYTIMES", eventId, discount: { kind: "percent", percent: 20 }, totalLimit: 9 };
  expect((await admin.post("/api/admin/promo-codes", open)).status).toBe(201);
  const guest = await site.as("guest");
  const lines = [{ ticketTypeId, quantity: 1 }];
  const { body: placed } = await guest.post("/api/orders", draft(lines, { promoCode: "ONLYONCE" }));
  const payment = await guest.post(`/api/orders/${placed.id}/payment`);
  await completePage(guest, paymentPageOf(payment), "approve");

  const all = await openApp(site, "/ticket-management?tab=orders&sort=buyer", { as: admin });
  await all.screen.findByRole("link", { name: placed.number });
  const sorts = (name: string) => within(all.screen.getByRole("columnheader", { name })).queryAllByRole("link").length;
  expect([sorts("Placed"), sorts("Buyer"), sorts("Total")]).toEqual([1, 0, 0]);
  await all.go(`/ticket-management?event=${eventId}&tab=orders`);
  await waitFor(() => expect(sorts("Buyer")).toBe(1));
  all.close();

  const { screen } = await openApp(site, "/admin?section=promotions&q=once", { as: admin });
  const row = (await screen.findByRole("link", { name: /^ONLYONCE/ })).closest("tr")!;
  expect(within(row).getByText("Used up")).toBeDefined();
  expect(screen.queryByRole("button", { name: "Pause ONLYONCE" })).toBeNull();
});

test("a code that is not used up can be paused and resumed", async () => {
  await createCode("PAUSABLE", { totalLimit: 9 });
  const { screen, user } = await openApp(site, "/admin?section=promotions&q=pausable", { as: admin });
  await user.click(await screen.findByRole("button", { name: "Pause PAUSABLE" }));
  await user.click(await screen.findByRole("button", { name: "Resume PAUSABLE" }));
  await screen.findByRole("button", { name: "Pause PAUSABLE" });
});

test("a promo code is rejected in plain words, applied, removed, and no longer valid once someone else used it", async () => {
  const { eventId } = await createCode("TYPED");
  const shopper = await site.as("guest");
  const { screen, user } = await openApp(site, `/events/${eventId}`, { as: shopper });
  await user.click(await screen.findByRole("button", { name: "More: General admission" }));
  await user.click(screen.getAllByRole("button", { name: "Check out" })[0]!);
  await screen.findByText("Have a promo code?");
  // The new page takes the focus shortly after it appears: anything typed before that would be lost.
  await waitFor(() => expect(document.activeElement?.id).toBe("main"));
  await user.click(screen.getByText("Have a promo code?"));
  const type = async (code: string) => {
    const field = await screen.findByLabelText(/^Promo code/);
    await user.clear(field);
    await user.type(field, code);
    await user.click(screen.getByRole("button", { name: "Apply" }));
  };
  await type("nonsense");
  await screen.findByText(/We can't find that promo code/);
  expect(await barriers()).toEqual([]);
  await type("typed");
  await screen.findByText(/\$5\.00 off your order/);
  await user.click(screen.getByRole("button", { name: "Remove code TYPED" }));
  await screen.findByRole("button", { name: /pay \$25\.00/i });
  await waitFor(() => expect(document.activeElement?.textContent).toContain("Have a promo code?"));
  await user.click(screen.getByText("Have a promo code?"));
  await type("TYPED");
  await screen.findByText(/\$5\.00 off your order/);

  const other = await site.as("guest");
  const { body: event } = await other.get(`/api/events/${eventId}`);
  const lines = [{ ticketTypeId: event.ticketTypes[0]!.id, quantity: 1 }];
  expect((await other.post("/api/orders", draft(lines, { promoCode: "TYPED" }))).status).toBe(201);
  await user.type(screen.getByLabelText(/^Your name/), "Marva Bright");
  await user.type(screen.getByRole("textbox", { name: /^Email/ }), "marva@example.com");
  await user.click(await screen.findByRole("button", { name: /pay \$20\.00/i }));
  await screen.findByText(/Your promo code doesn't work anymore/);
  await screen.findByRole("button", { name: /pay \$25\.00/i });
});

test("a new code is suggested on request, and many codes are created once and listed together", async () => {
  await createCode("BEFORE");
  const app = await openApp(site, "/admin?section=promotions", { as: admin });
  const { screen, user, network, address } = app;
  await user.click(await screen.findByRole("link", { name: "New code" }));
  const one = await dialogOf(app, "New code");
  await user.click(one.getByRole("button", { name: "Suggest" }));
  const suggested = valueOf(one.getByLabelText(/^Code/));
  expect(suggested).toMatch(/^[A-Z]+[2-9]{3}$/);
  await user.click(one.getByRole("button", { name: "Create" }));
  await isShut();
  await screen.findByText(suggested);

  await user.click(screen.getByRole("link", { name: "Create many" }));
  const many = await dialogOf(app, "New codes");
  expect(await barriers()).toEqual([]);
  await user.click(many.getByRole("button", { name: "Create codes" }));
  await waitFor(() => expect(errorAt(many.getByLabelText(/^How many/))).toContain("Enter a whole number up to 10,000"));
  await user.type(many.getByLabelText(/^Starts with/), "fete");
  await user.type(many.getByLabelText(/^How many/), "12");
  const letGo = holdCalls(app, "POST", /batches$/);
  await user.dblClick(many.getByRole("button", { name: "Create codes" }));
  letGo();
  await isShut();
  expect(network.callsTo("POST", /batches$/)).toHaveLength(1);
  await screen.findByText("12 codes created");
  await waitFor(() => expect(screen.getAllByText(/^fete-\w{4}-\w{4}$/i)).toHaveLength(12));
  await waitFor(() => expect(screen.queryByText("BEFORE")).toBeNull());
  const batch = new URLSearchParams(address().split("?")[1]).get("batch")!;
  expect(screen.getByRole("link", { name: "CSV" }).getAttribute("href")).toContain(`batch=${batch}`);

  // On a phone the filters are behind this button; the count is what is set.
  const filters = screen.getByRole("button", { name: /^Filters/ });
  expect([filters.textContent, filters.getAttribute("aria-expanded")]).toEqual(["Filters1 set", "false"]);
  await user.click(filters);
  expect(filters.getAttribute("aria-expanded")).toBe("true");
  await user.selectOptions(screen.getByLabelText("Batch"), "");
  await screen.findByText("BEFORE");
  expect(filters.textContent).toBe("Filters");
});
