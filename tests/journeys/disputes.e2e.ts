import { expect } from "@playwright/test";
import { barriers, hearSandbox, withDesk } from "./desk-kit.ts";
import { waitForAnswer } from "./journey-kit.ts";

const test = withDesk();

test("a card whose bank disputes the payment: the buyer reads that the tickets are on hold, staff where to answer", async ({
  desk,
  site,
  browser,
}) => {
  const eventId = await site.make.event({ title: "Contested Carnival" });
  const ticketTypeId = await site.make.ticketType({ eventId });
  const buyer = await site.as("user");
  const { body: placed } = await buyer.post("/api/orders", {
    lines: [{ ticketTypeId, quantity: 2 }],
    buyer: { name: "Ada Buyer", email: "ada@example.com" },
  });
  const begun = await fetch(`${site.baseUrl}/api/orders/${placed.id}/payment`, {
    method: "POST",
    headers: { authorization: `Bearer ${buyer.token}`, "idempotency-key": "contested-carnival-1" },
  });
  const { url } = (await begun.json()) as { url: string };

  const theirs = await browser.newContext();
  await theirs.addInitScript(`try { sessionStorage.setItem("hasShownSplash", "true") } catch {}`);
  await theirs.addCookies([
    { name: "sg_session", value: buyer.token!, url: site.baseUrl, httpOnly: true, sameSite: "Lax" },
  ]);
  const phone = await theirs.newPage();
  waitForAnswer(phone);
  await phone.goto(url);
  await phone.getByRole("radio", { name: /its bank disputes the payment/ }).check();
  await phone.getByRole("button", { name: "Pay $50.00" }).click();
  await phone.waitForURL(/payment-success/);
  await hearSandbox(site);

  await phone.reload();
  await expect(phone.getByRole("heading", { name: "On hold" })).toBeVisible();
  await expect(phone.getByText("let nobody in for now")).toBeVisible();
  await expect(phone.getByText("ada@example.com as well")).toHaveCount(0);
  await expect(phone.getByText("These tickets are on hold")).toBeVisible();
  await expect(phone.getByRole("article").getByText("On hold")).toHaveCount(2);
  expect(await barriers(phone)).toEqual([]);
  await phone.goto(`${site.baseUrl}/my-tickets`);
  await expect(phone.getByText("These tickets are on hold")).toBeVisible();
  await expect(phone.getByRole("button", { name: /Show ticket 1 of 2/ }).getByText("On hold")).toBeVisible();
  expect(await barriers(phone)).toEqual([]);
  await phone.getByRole("button", { name: /Show ticket 1 of 2/ }).click();
  await expect(phone.getByText("On hold: it lets nobody in").first()).toBeVisible();
  expect(await barriers(phone)).toEqual([]);
  await theirs.close();

  await desk.goto(`${site.baseUrl}/admin`);
  await desk.getByRole("link", { name: /dispute waits for evidence|disputes wait for evidence/ }).click();
  await expect(desk).toHaveURL(/view=disputes/);
  const row = desk.getByRole("row").filter({ hasText: placed.number });
  await expect(row.getByText("Open", { exact: true })).toBeVisible();
  await expect(row.getByText("$50.00")).toBeVisible();
  await expect(row.getByText(/Evidence until/)).toBeVisible();
  await expect(row.getByRole("link", { name: "Contested Carnival" })).toBeVisible();
  expect(await barriers(desk)).toEqual([]);
  await desk.setViewportSize({ width: 320, height: 640 });
  expect(await desk.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  expect(await barriers(desk)).toEqual([]);
  await desk.setViewportSize({ width: 1280, height: 800 });
  await desk.getByLabel("State").selectOption("won");
  await expect(desk.getByText("No dispute fits this search.")).toBeVisible();
  await desk.getByLabel("State").selectOption("open");
  await desk.getByRole("link", { name: placed.number }).press("Enter");
  await expect(desk.getByText("The buyer's bank asks for this money")).toBeVisible();
});
