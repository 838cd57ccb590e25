import { waitFor, within } from "@testing-library/react";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { answer, createNetwork } from "#tests/components/kit/browser-network.ts";
import { fill } from "#tests/components/kit/forms.ts";
import { openApp } from "#tests/components/kit/open-app.tsx";
import { createSite, type Client, type Site } from "#testing/site.ts";
import { store } from "#tests/analytics/kit.ts";

let site: Site;
let admin: Client;
let eventId: number;
beforeAll(async () => {
  site = await createSite();
  admin = await site.as("admin");
  eventId = await site.create.event({ title: "Velvet Riddim" });
  const at = new Date(Date.now() - 20 * 60_000).toISOString();
  await store(site, [
    { at, who: "a", source: "instagram" },
    { at, who: "a", kind: "event_view", subject: eventId, source: "instagram" },
    { at, who: "b", source: "google", device: "desktop", browser: "Chrome" },
    { at, who: "c", subject: "/shop" },
    { at, who: "bot", isBot: true },
  ]);
  await site.app.runJob("traffic-roll-up");
});
afterAll(() => site.close());

test("a press on a row filters everything, the URL and a chip say so, and the chip removes it", async () => {
  const { screen, user } = await openApp(site, "/analytics?period=7d", { as: admin });
  const visitors = async (count: string) =>
    waitFor(() => expect(screen.getByText("Visitors", { selector: "dt" }).nextElementSibling!.textContent).toBe(count));
  await visitors("3");
  await user.click(await screen.findByRole("link", { name: "Filter by Instagram" }));
  expect(location.search).toBe("?period=7d&source=instagram");
  await visitors("1");
  const chips = within(screen.getByRole("list", { name: "Filters" }));
  await user.click(await screen.findByRole("link", { name: "Filter by Velvet Riddim" }));
  expect(location.search).toBe(`?period=7d&source=instagram&eventId=${eventId}`);
  await chips.findByRole("link", { name: "Remove filter: Event: Velvet Riddim" });
  await user.click(chips.getByRole("link", { name: "Remove filter: Source: Instagram" }));
  expect(location.search).toBe(`?period=7d&eventId=${eventId}`);
  await waitFor(() => expect(chips.queryByRole("link", { name: /Instagram/ })).toBeNull());
  // The views of an event have no visits of their own.
  await waitFor(() => expect(screen.queryByText("Bounce rate", { selector: "dt" })).toBeNull());
  await user.click(screen.getByRole("link", { name: /Remove filter: Event/ }));
  await user.click(await screen.findByRole("link", { name: "Filter by Direct or unknown" }));
  expect(location.search).toBe("?period=7d&source=%28none%29");
  await visitors("1");
});

test("a preset replaces two dates that were typed, and dates replace a preset", async () => {
  const { screen, user } = await openApp(site, "/analytics?from=2026-02-01&to=2026-02-03", { as: admin });
  const isOn = (name: string) => screen.getByRole("button", { name }).getAttribute("aria-pressed");
  await user.click(await screen.findByRole("button", { name: "7 days" }));
  await waitFor(() => expect([location.search, isOn("7 days")]).toEqual(["?period=7d", "true"]));
  fill(screen.getByLabelText("From"), "2026-02-02");
  await waitFor(() => expect(location.search).toMatch(/^\?from=2026-02-02&to=\d{4}-\d\d-\d\d$/));
  await waitFor(() => expect(isOn("7 days")).toBe("false"));
  await user.click(screen.getByRole("button", { name: "28 days" }));
  await waitFor(() => expect([location.search, isOn("28 days")]).toEqual(["", "true"]));
});

test("bots are a series of their own, and nobody is on the site now", async () => {
  const { screen } = await openApp(site, "/analytics", { as: admin });
  await screen.findByText(/Known bots made 1 page view, likely bots 0/);
  await screen.findByText(/people on the site now/);
  const table = await screen.findByRole("table", { name: "Visitors by day, as a table", hidden: true });
  expect(within(table).getAllByRole("row", { hidden: true })).toHaveLength(29);
});

test("the chart's table has money as money", async () => {
  const ticketTypeId = await site.create.ticketType({ eventId });
  const { body: order } = await site.buy(await site.as("guest"), [{ ticketTypeId, quantity: 1 }]);
  await site.app.runJob("sales-roll-up");
  const { screen } = await openApp(site, "/analytics", { as: admin });
  const table = within(await screen.findByRole("table", { name: "Visitors by day, as a table", hidden: true }));
  const heads = table.getAllByRole("columnheader", { hidden: true }).map((head) => head.textContent);
  const today = table.getAllByRole("row", { hidden: true })[1]!;
  const cell = today.children[heads.indexOf("Revenue")]!;
  expect(cell.textContent).toBe(`$${(order.totalCents / 100).toFixed(2)}`);
});

test("a panel that fails says so and loads on request; the others stay", async () => {
  const network = createNetwork(site.app, { token: admin.token });
  network.on("GET", /by=source/, () => answer(503, {}));
  const { screen, user } = await openApp(site, "/analytics", { network });
  const failure = await screen.findByText("Sources didn't load");
  await screen.findByRole("link", { name: "Filter by /shop" });
  network.on("GET", /by=source/, (_call, reach) => reach());
  await user.click(within(failure.closest<HTMLElement>("section")!).getByRole("button", { name: "Try again" }));
  await screen.findByRole("link", { name: "Filter by Instagram" });
});

test.each([
  ["funnels", "Live shows"],
  ["curve", /^Sales by days to go/],
  ["details&by=device", "Desktop"],
  ["buyers", /Nobody has bought|Who buys again/],
])("the view %s opens", async (view, text) => {
  const { screen } = await openApp(site, `/analytics?view=${view}`, { as: admin });
  await screen.findAllByText(text);
  expect(screen.queryByText(/didn't load/)).toBeNull();
});

test("the figures say what was and how it changed, and the funnel's table has each step's count, share and money", async () => {
  const day = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
  const own = await createSite();
  try {
    const boss = await own.as("admin");
    const party = await own.create.event({ title: "Soca Brunch" });
    const acts = (at: string, who: string, kinds: string[]) =>
      kinds.map((kind) => ({ at, who, kind, subject: kind === "page_view" ? "/" : party, source: "google" }));
    await store(own, [
      ...acts(day(10), "old", ["page_view", "event_view"]),
      ...acts(day(1), "a", ["page_view", "event_view", "ticket_click"]),
      ...acts(day(1), "b", ["page_view", "event_view"]),
      ...acts(day(1), "c", ["page_view"]),
      ...acts(day(1), "d", ["page_view"]),
    ]);
    await own.app.runJob("traffic-roll-up");
    await sql`
      insert into sales_hours (hour, currency, scope, subject_id, source, campaign, device, browser, placed, placed_cents,
        orders, gross_cents, refund_cents)
      select date_trunc('hour', ${day(1)}::timestamptz), 'USD', scope, subject, 'google', '', 'mobile', 'Safari', 2, 9000, 1,
        6000, 1000 from (values ('order', 0), ('event', ${party}::bigint)) as sold(scope, subject)`.execute(own.db);
    const { screen, user, close } = await openApp(own, "/analytics?period=7d", { as: boss });
    const figure = (label: string) =>
      screen.getByText(label, { selector: "dt" }).parentElement!.textContent.slice(label.length);
    await waitFor(() => expect(figure("Visitors")).toMatch(/^4.*from 1$/));
    expect({
      views: figure("Page views"),
      revenue: figure("Revenue"),
      orders: figure("Orders"),
      conversion: figure("Conversion"),
      each: figure("Revenue per visitor"),
    }).toEqual({
      views: expect.stringMatching(/^4.*from 1$/),
      revenue: expect.stringMatching(/^\$50\.00.*from \$0\.00$/),
      orders: expect.stringMatching(/^1.*from 0$/),
      conversion: expect.stringMatching(/^25%/),
      each: expect.stringMatching(/^\$12\.50.*from \$0\.00$/),
    });
    await user.click(screen.getByRole("link", { name: "Funnels" }));
    const table = within(await screen.findByRole("table", { name: /^Tickets/, hidden: true }));
    const rows = table
      .getAllByRole("row", { hidden: true })
      .slice(1)
      .map((row) => [...row.querySelectorAll("th, td")].map(({ textContent }) => textContent));
    expect(rows).toEqual([
      ["Viewed an event", "2", "–", "1", "–", "$25.00"],
      ["Clicked tickets", "1", "50%", "0", "–", "$50.00"],
      ["Started checkout", "2", "–", "0", "$90.00", "$25.00"],
      ["Paid", "1", "50%", "0", "$50.00", "$50.00"],
    ]);
    close();
  } finally {
    await own.close();
  }
});
