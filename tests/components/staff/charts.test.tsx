import { waitFor, within } from "@testing-library/react";
import { afterAll, beforeAll, expect, test } from "vitest";
import { barriers } from "#tests/components/kit/barriers.ts";
import { breakReads } from "#tests/components/kit/forms.ts";
import { openApp, type OpenApp } from "#tests/components/kit/open-app.tsx";
import { installMovingClock } from "#testing/moving-clock.ts";
import { createSite, type Client, type Site } from "#testing/site.ts";

// The keyboard readout, the table and the states of a chart, on the dashboard's sales.

let site: Site;
let admin: Client;
beforeAll(async () => {
  site = await createSite();
  // No day ends between a sale and what counts it.
  await installMovingClock(site.database, { isFrozen: true });
  admin = await site.as("admin");
  const ticketTypeId = await site.create.ticketType({ priceCents: 2500 });
  expect((await site.buy(await site.as("guest"), [{ ticketTypeId, quantity: 2 }])).status).toBe(200);
});
afterAll(() => site.close());

async function readChart({ screen }: OpenApp) {
  const figure = await screen.findByRole("figure", { name: "Sales in the last 30 days, after refunds" });
  await waitFor(() => expect(figure.getAttribute("aria-busy")).toBe("false"));
  return within(figure);
}

test("the arrow keys read out the days of a chart, and its table has the same numbers", async () => {
  const app = await openApp(site, "/admin", { as: admin });
  const { user } = app;
  const chart = await readChart(app);
  const spoken = () => chart.getByRole("status").textContent;
  expect(spoken()).toBe("");
  chart.getByRole("application", { name: /Revenue, chart/ }).focus();
  await user.keyboard("{ArrowLeft}");
  expect(spoken()).toMatch(/^\w{3}, \w{3} \d+.*: \$[1-9][\d,.]+, 2 tickets, 1 order$/);
  const [today, amounts] = spoken().split(": ");
  await user.keyboard("{ArrowRight}");
  expect(spoken()).toBe(`${today}: ${amounts}`);
  await user.keyboard("{ArrowLeft}");
  expect(spoken()).toMatch(/: \$0\.00, 0 tickets, 0 orders$/);
  const rows = within(chart.getByRole("table")).getAllByRole("row");
  expect(rows).toHaveLength(31);
  const [money, tickets, orders] = amounts!.split(/, (?=\d)/);
  expect([...rows[1]!.children].map((cell) => cell.textContent)).toEqual([
    today,
    orders!.split(" ")[0],
    tickets!.split(" ")[0],
    money,
  ]);
  await user.tab();
  expect(spoken()).toBe("");
  await user.selectOptions(chart.getByRole("combobox", { name: "Metric" }), "Tickets");
  expect(chart.getByRole("application", { name: /Tickets, chart/ })).toBeDefined();
  expect(await barriers()).toEqual([]);
});

test("a chart whose data failed to load shows an error, and loads on the next try", async () => {
  const app = await openApp(site, "/admin?section=settings", { as: admin });
  const { screen, user } = app;
  const mend = breakReads(app, /\/api\/admin\/trend/);
  const adminNav = within(await screen.findByRole("navigation", { name: "Admin" }));
  await user.click(adminNav.getByRole("link", { name: "Overview" }));
  const alert = (await screen.findByText("We couldn't load this data")).closest<HTMLElement>("[role=alert]")!;
  mend();
  await user.click(within(alert).getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(screen.queryByText("We couldn't load this data")).toBeNull());
  expect((await readChart(app)).getByText("Time zone: America/New York")).toBeDefined();
});
