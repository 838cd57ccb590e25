import { expect } from "@playwright/test";
import { barriers, withDesk } from "./desk-kit.ts";

const test = withDesk();

test("a night gets releases, a pool and a package, and guests see them so", async ({ desk, site }) => {
  const eventId = await site.make.event({ title: "Harbour Lights" });
  await desk.goto(`${site.baseUrl}/admin?section=events&id=${eventId}&tab=tickets`);
  await expect(desk.getByText("Nothing is on sale yet")).toBeVisible();

  await desk.getByRole("button", { name: "Early bird, general, door" }).click();
  const chain = desk.getByRole("dialog", { name: "Three releases" });
  await expect(chain).toBeVisible();
  expect(await barriers(desk)).toEqual([]);
  await chain.getByLabel("Units").first().fill("2");
  await chain.getByRole("button", { name: "Add the releases" }).click();
  await expect(chain).toBeHidden();
  await expect(desk.getByRole("article", { name: "Door" })).toContainText("opens when General admission sells out");

  await desk.getByRole("button", { name: "Add a pool" }).click();
  const pool = desk.getByRole("dialog", { name: "New pool" });
  await pool.getByLabel("Name").fill("Upper deck");
  await pool.getByLabel("Places").fill("40");
  await pool.getByRole("button", { name: "Save" }).click();
  await expect(pool).toBeHidden();

  await desk.getByRole("button", { name: "Package", exact: true }).click();
  const drawer = desk.getByRole("dialog", { name: "New ticket type" });
  await expect(drawer).toBeVisible();
  expect(await barriers(desk)).toEqual([]);
  await drawer.getByRole("button", { name: "Add ticket type" }).click();
  await expect(drawer.getByLabel("Guest pays")).toBeFocused();
  await drawer.getByLabel("Guest pays").fill("320");
  await drawer.getByLabel("Upper deck (40 people)").check();
  await drawer.getByRole("radio", { name: "Pink" }).check();
  await drawer.getByRole("button", { name: "Add ticket type" }).click();
  await expect(drawer).toBeHidden();
  await expect(desk.getByRole("button", { name: "Package", exact: true })).toBeFocused();
  await expect(desk.getByRole("article", { name: "Table for four" })).toContainText("Admits 4");
  expect(await barriers(desk)).toEqual([]);
  await desk.setViewportSize({ width: 320, height: 640 });
  expect(await desk.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  expect(await barriers(desk)).toEqual([]);

  await desk.setViewportSize({ width: 390, height: 844 });
  await desk.goto(`${site.baseUrl}/events/${eventId}`);
  const tickets = desk.getByRole("region", { name: "Tickets" });
  await expect(tickets).toContainText("Opens when Early bird sells out");
  await expect(tickets).toContainText("Admits 4");
});

test("ticket types are put in another order by keys and by the arrows, and the page keeps to what is saved", async ({
  desk,
  site,
}) => {
  const eventId = await site.make.event();
  await site.make.ticketType({ eventId, name: "General", position: 0 });
  await site.make.ticketType({ eventId, name: "Balcony", position: 1 });
  await desk.goto(`${site.baseUrl}/admin?section=events&id=${eventId}&tab=tickets`);
  const names = () =>
    desk.getByRole("article").evaluateAll((rows) => rows.map((row) => row.getAttribute("aria-label")));
  const kept = async () => {
    const answer = await desk.context().request.get(`${site.baseUrl}/api/admin/events/${eventId}/ticket-types`);
    return (await answer.json()).types.map(({ name }: { name: string }) => name);
  };
  await expect.poll(names).toEqual(["General", "Balcony"]);

  await desk.getByRole("button", { name: "Move Balcony" }).focus();
  await desk.keyboard.press("Space");
  await expect(desk.getByText("Balcony is at place 2")).toBeAttached();
  await desk.keyboard.press("ArrowUp");
  await expect(desk.getByText("Balcony is at place 1")).toBeAttached();
  await desk.keyboard.press("Space");
  await expect.poll(kept).toEqual(["Balcony", "General"]);
  await expect.poll(names).toEqual(["Balcony", "General"]);
  await expect(desk.getByRole("button", { name: "Move Balcony" })).toBeFocused();
  await desk.getByRole("button", { name: "Balcony down" }).click();
  await expect.poll(kept).toEqual(["General", "Balcony"]);
  await expect.poll(names).toEqual(["General", "Balcony"]);
});

test("of two who change a ticket type at once the second one reads what the first one saved", async ({
  desk,
  site,
  refusals,
}) => {
  refusals.push(/status of 409/);
  const eventId = await site.make.event();
  const typeId = await site.make.ticketType({ eventId, name: "General", capacity: 50 });
  await desk.goto(`${site.baseUrl}/admin?section=events&id=${eventId}&tab=tickets`);
  await desk.getByRole("button", { name: "Edit General" }).click();
  const drawer = desk.getByRole("dialog", { name: "General" });
  await drawer.getByRole("textbox", { name: "Name" }).fill("General admission");

  const path = `${site.baseUrl}/api/admin/events/${eventId}/ticket-types`;
  const api = desk.context().request;
  const [type] = (await (await api.get(path)).json()).types;
  const { version, name, pricing, priceCents, feeCents, ticketsPerUnit, minPerOrder, maxPerOrder } = type;
  const same = { version, name, pricing, priceCents, feeCents, ticketsPerUnit, minPerOrder, maxPerOrder };
  const saved = await api.put(`${site.baseUrl}/api/admin/ticket-types/${typeId}`, {
    data: { ...same, capacity: 80 },
    headers: { origin: site.baseUrl },
  });
  expect(saved.status()).toBe(200);

  await drawer.getByRole("button", { name: "Save" }).last().click();
  await expect(drawer.getByText("Somebody saved this meanwhile")).toBeVisible();
  await expect(drawer.getByText("For sale: now 80")).toBeVisible();
  await expect(drawer.getByRole("textbox", { name: "Name" })).toHaveValue("General admission");
  expect(await barriers(desk)).toEqual([]);
  await drawer.getByRole("button", { name: "Save" }).last().click();
  await expect(drawer).toBeHidden();
  const [kept] = (await (await api.get(path)).json()).types;
  expect([kept.name, kept.standing.capacity]).toEqual(["General admission", 80]);
});

test("a link with a code shows hidden tickets, and the checkout takes it along", async ({ desk, site }) => {
  const eventId = await site.make.event();
  await site.make.ticketType({ eventId, name: "General" });
  await site.make.ticketType({ eventId, name: "Inner circle", accessCode: "CIRCLE-1", position: 1 });
  await desk.goto(`${site.baseUrl}/events/${eventId}`);
  const tickets = desk.getByRole("region", { name: "Tickets" });
  await expect(tickets).toContainText("General");
  await expect(tickets).not.toContainText("Inner circle");
  await tickets.getByText("Have a code?").click();
  await tickets.getByLabel("Access code").fill("wrong-one");
  await tickets.getByRole("button", { name: "Show tickets" }).click();
  await expect(tickets.getByText("This code opens nothing for this night")).toBeVisible();

  await desk.goto(`${site.baseUrl}/events/${eventId}?access=circle-1`);
  await expect(tickets).toContainText("Inner circle");
  await tickets.getByRole("button", { name: "More: Inner circle" }).click();
  await desk.getByRole("button", { name: "Checkout" }).first().click();
  await expect(desk).toHaveURL(/accessCode=circle-1/);
  await expect(desk.getByText("1 × Inner circle")).toBeVisible();
});

test("fees are passed on to guests: every price says what it becomes, and guests see it whole", async ({
  desk,
  site,
}) => {
  const eventId = await site.make.event({ title: "Foundation Night" });
  await site.make.ticketType({ eventId, name: "General", priceCents: 5000, feeCents: 0 });
  await desk.goto(`${site.baseUrl}/admin?section=events&id=${eventId}&tab=tickets`);
  await desk.getByRole("button", { name: "Edit fees" }).click();
  const fees = desk.getByRole("dialog", { name: "Fees" });
  await fees.getByText("Guests", { exact: true }).click();
  await fees.getByLabel("Percent").fill("a few");
  await fees.getByRole("button", { name: "Save" }).click();
  await expect(fees.getByText("A number from 0 to 50")).toBeVisible();
  await fees.getByLabel("Percent").fill("4");
  await fees.getByLabel("And for each ticket").fill("0.99");
  await expect(fees.getByRole("row", { name: /General/ })).toContainText("$52.99");
  expect(await barriers(desk)).toEqual([]);
  await fees.getByRole("button", { name: "Save" }).click();
  await expect(fees).toBeHidden();
  await expect(desk.getByRole("region", { name: "Fees" })).toContainText("Guests carry them: 4 % and $0.99 a ticket");
  await expect(desk.getByRole("button", { name: "Edit fees" })).toBeFocused();

  await desk.getByRole("button", { name: "Paid", exact: true }).click();
  const drawer = desk.getByRole("dialog", { name: "New ticket type" });
  await drawer.getByLabel("Name").fill("Balcony");
  await drawer.getByLabel("You get").fill("80");
  await expect(drawer.getByText("Guests see $84.19, $4.19 of it fees")).toBeVisible();
  await drawer.getByRole("button", { name: "Add ticket type" }).click();
  await expect(desk.getByRole("article", { name: "Balcony" })).toContainText("$84.19");

  await desk.goto(`${site.baseUrl}/events/${eventId}`);
  const tickets = desk.getByRole("region", { name: "Tickets" });
  await expect(tickets).toContainText("$52.99");
  await expect(tickets).toContainText("incl. $2.99 fees");
});
