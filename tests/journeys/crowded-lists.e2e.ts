import { expect } from "@playwright/test";
import { completePage, draft, paymentPageOf } from "#testing/site.ts";
import { barriers, withAdmin } from "./admin-kit.ts";

const test = withAdmin();

// Loading this many pages takes a while on a busy machine.
test.setTimeout(120_000);

const long = {
  name: "Maximilianalexanderbartholomewferdinandchristophersonofthesea",
  email: "maximilianalexander.bartholomewferdinand@averylongdomainname-of-the-long-pier.example.com",
};

test("with a guest's long name and address, every ticket, status and amount stays in view", async ({
  adminPage,
  site,
}) => {
  const eventId = await site.create.event({ title: "Crowded Pier" });
  const ticketTypeId = await site.create.ticketType({
    eventId,
    name: "Cabana for eight with bottle service and a view of the water",
    priceCents: 9_999_999,
  });
  await site.buy(await site.as("guest"), [{ ticketTypeId, quantity: 4 }]);
  const guest = await site.as("guest");
  const { body: placed } = await guest.post("/api/orders", draft([{ ticketTypeId, quantity: 1 }], { buyer: long }));
  const payment = await guest.post(`/api/orders/${placed.id}/payment`);
  await completePage(guest, paymentPageOf(payment), "approve");

  const eventUrl = `${site.baseUrl}/ticket-management?event=${eventId}`;
  for (const width of [320, 390, 768, 1024, 1280, 1440]) {
    await adminPage.setViewportSize({ width, height: 900 });
    await adminPage.goto(eventUrl);
    const statuses = adminPage
      .getByRole("region", { name: "Tickets" })
      .getByRole("table")
      .getByText("Valid", { exact: true });
    await expect(statuses).toHaveCount(5);
    for (const status of await statuses.all()) {
      const box = (await status.boundingBox())!;
      expect(box.x + box.width).toBeLessThanOrEqual(width);
    }
    await adminPage.goto(`${site.baseUrl}/admin?section=events&id=${eventId}`);
    const money = adminPage.getByText("$499,999.95", { exact: true }).first();
    const fits = await money.evaluate((sum) => sum.scrollWidth <= sum.parentElement!.clientWidth);
    expect(fits, `the total at ${width} px`).toBe(true);
    await adminPage.goto(`${eventUrl}&tab=orders`);
    const resend = adminPage
      .getByRole("region", { name: "Orders" })
      .getByRole("button", { name: /^Resend/ })
      .last();
    const button = (await resend.boundingBox())!;
    expect(button.x + button.width).toBeLessThanOrEqual(width);
    const frame = adminPage.getByRole("region", { name: "Orders" }).getByRole("table").locator("..");
    const tooWide = await frame.evaluate((box) => box.scrollWidth - box.clientWidth);
    expect(tooWide, `overflow of the orders table at ${width} px`).toBe(0);
  }
  expect(await barriers(adminPage)).toEqual([]);
});
