import { waitFor, within } from "@testing-library/react";
import { afterAll, beforeAll, expect, test } from "vitest";
import { barriers } from "#tests/components/kit/barriers.ts";
import { answer, createNetwork } from "#tests/components/kit/browser-network.ts";
import { openApp } from "#tests/components/kit/open-app.tsx";
import { rate, setDelivery, ship, tax } from "#tests/delivery/kit.ts";
import { refund as refundOrder, wish } from "#tests/refunds/kit.ts";
import { createSite, type Client, type Site } from "#testing/site.ts";

let site: Site;
let admin: Client;
beforeAll(async () => {
  site = await createSite();
  admin = await site.as("admin");
});
afterAll(() => site.close());

const money = "/admin?section=money";

test("a brand without sales sees what the page will say, and no error", async () => {
  const { screen } = await openApp(site, money, { as: admin });
  await screen.findByText("No sales and no refunds in this period.");
  within(screen.getByRole("region", { name: "What you earned" })).getByText(
    "Net, before charges of the payment provider",
  );
  expect(await barriers()).toEqual([]);
});

test("earnings in words, by event, and an event's settlement with its files; old links still lead to their view", async () => {
  const eventId = await site.create.event({ title: "Last Lap" });
  const ticketTypeId = await site.create.ticketType({ eventId, name: "General admission" });
  const { body: order } = await site.buy(await site.as("guest"), [{ ticketTypeId, quantity: 2 }]);
  const total = `$${(order.totalCents / 100).toFixed(2)}`;
  const { screen, user, address, go } = await openApp(site, money, { as: admin });
  const words = within(await screen.findByRole("region", { name: "What you earned" }));
  await waitFor(() =>
    expect(words.getByText("Net, before charges of the payment provider").nextSibling!.textContent).toBe(total),
  );
  expect(words.getByText("Gross: all that buyers were charged").nextSibling!.textContent).toBe(total);
  const table = within(screen.getByRole("region", { name: "By event" }));
  expect(table.getByRole("row", { name: /Last Lap/ }).textContent).toContain(total);
  const pdf = table.getByRole("link", { name: "PDF settlement of Last Lap" });
  expect(pdf.getAttribute("href")).toBe(`/api/admin/earnings/events/${eventId}/settlement.pdf`);
  expect(await barriers()).toEqual([]);

  await user.selectOptions(screen.getByLabelText("Period"), "Last year");
  await screen.findByText("No sales and no refunds in this period.");
  expect(address()).toMatch(/from=\d{4}-01-01&to=\d{4}-12-31/);
  await user.selectOptions(screen.getByLabelText("Period"), "Last 28 days");

  await user.click(await screen.findByRole("link", { name: "Last Lap" }));
  const settlement = within(await screen.findByRole("region", { name: "By ticket type" }));
  expect(settlement.getByRole("row", { name: /General admission/ }).textContent).toMatch(/General admission.*2.*0/);
  expect(await barriers()).toEqual([]);
  await user.click(screen.getByRole("link", { name: "All earnings" }));
  await screen.findByRole("region", { name: "By event" });

  await user.click(screen.getByRole("link", { name: "Advanced" }));
  await screen.findByRole("navigation", { name: "Money views" });
  expect(address()).toBe(`${money}&view=discrepancies`);
  await go(`${money}&view=ledger`);
  await screen.findByRole("region", { name: "Ledger" });
  await go(`${money}&kind=provider_mismatch`);
  expect((await screen.findByRole("link", { name: "Discrepancies" })).getAttribute("aria-current")).toBe("page");
});

test("each line of the statement is what its term says: refunded tax isn't tax to pay", async () => {
  const own = await createSite();
  const boss = await own.as("admin");
  await setDelivery(boss, [rate()], [tax()]);
  const variantId = await own.create.variant({ priceCents: 3000, onHand: 5 });
  const buy = async () => own.buy(await own.as("user"), [{ variantId, quantity: 1 }], "approve", ship());
  await buy();
  const { body: order } = await buy();
  expect(order).toMatchObject({ taxCents: 266 + 62, totalCents: 3000 + 266 + 700 + 62 });
  const units = [{ lineId: order.lines[0]!.id, quantity: 1 }];
  const body = { units, withFee: true, returnsStock: true, reason: "Returned", amountCents: 3266 };
  expect((await boss.post(`/api/admin/orders/${order.id}/refunds`, body)).status).toBe(201);
  const { screen } = await openApp(own, money, { as: boss });
  const words = within(await screen.findByRole("region", { name: "What you earned" }));
  const centsOf = (term: string | RegExp) => {
    const text = words.getByText(term).nextSibling!.textContent!;
    return Math.round(Number(text.replace(/[$,]/g, "").replace("−", "-")) * 100);
  };
  await waitFor(() => expect(centsOf(/^Gross/)).toBeGreaterThan(0));
  expect(centsOf(/^Refunds/)).toBeLessThan(0);
  expect(centsOf(/^Gross/) + centsOf(/^Refunds/) + centsOf("Tax to pay")).toBe(centsOf(/^Net, before/));
  await own.close();
});

test("earnings that don't load say so and load on the next try; an unknown event says that it doesn't exist", async () => {
  const network = createNetwork(site.app, { token: admin.token });
  const mend = network.on("GET", /^\/api\/admin\/earnings/, () => answer(503, {}));
  const { screen, user, go } = await openApp(site, money, { network });
  await screen.findByText("Earnings didn't load");
  mend();
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByRole("region", { name: "What you earned" });
  await go(`${money}&event=999999`);
  await screen.findByText("This settlement didn't load");
});

test("the figure and the chart are of the chosen metric, and the table names each of them", async () => {
  const own = await createSite();
  try {
    const boss = await own.as("admin");
    const eventId = await own.create.event({ title: "Last Lap" });
    const ticketTypeId = await own.create.ticketType({ eventId, priceCents: 3000 });
    const { body: order } = await own.buy(await own.as("guest"), [{ ticketTypeId, quantity: 3 }]);
    const back = wish(3000, { ticketIds: [order.tickets[0]!.id] });
    expect((await refundOrder(boss, order.id, back)).status).toBe(201);
    const { screen, user, close } = await openApp(own, money, { as: boss });
    const chart = await screen.findByRole("figure", { name: "Earnings by day" });
    const metric = await within(chart).findByLabelText("Metric");
    const figures: Record<string, string> = {};
    for (const name of ["Gross", "Refunds", "Revenue", "Net"]) {
      await user.selectOptions(metric, name);
      figures[name] = /-?\$[\d.,]+/.exec(chart.textContent)?.[0] ?? "";
    }
    expect(figures).toEqual({ Gross: "$90.00", Refunds: "$30.00", Revenue: "$60.00", Net: "$60.00" });
    const table = within(within(chart).getByRole("table", { hidden: true }));
    const [head, today] = table
      .getAllByRole("row", { hidden: true })
      .map((row) => [...row.querySelectorAll("th, td")].map(({ textContent }) => textContent));
    expect(head).toEqual(["Day", "Gross", "Refunds", "Lost disputes", "Revenue", "Net"]);
    expect(today!.slice(1)).toEqual(["$90.00", "$30.00", "$0.00", "$60.00", "$60.00"]);
    close();
  } finally {
    await own.close();
  }
});
