import { expect } from "@playwright/test";
import { completePage, draft } from "#tests/kit/site.ts";
import { barriers, withDesk } from "./desk-kit.ts";

const test = withDesk();

// Six pages on three screens take their time on a busy machine.
test.setTimeout(120_000);

const long = {
  name: "Maximilianalexanderbartholomewferdinandchristophersonofthesea",
  email: "maximilianalexander.bartholomewferdinand@averylongdomainname-of-the-long-pier.example.com",
};

test("a guest with a long name and address leaves everybody's ticket, state and money in sight", async ({
  desk,
  site,
}) => {
  const eventId = await site.make.event({ title: "Crowded Pier" });
  const ticketTypeId = await site.make.ticketType({
    eventId,
    name: "Cabana for eight with bottle service and a view of the water",
    priceCents: 9_999_999,
  });
  await site.buy(await site.as("guest"), [{ ticketTypeId, quantity: 4 }]);
  const guest = await site.as("guest");
  const { body: placed } = await guest.post("/api/orders", draft([{ ticketTypeId, quantity: 1 }], { buyer: long }));
  const { body: payment } = await guest.post(`/api/orders/${placed.id}/payment`);
  await completePage(guest, payment.url, "approve");

  const night = `${site.baseUrl}/ticket-management?event=${eventId}`;
  for (const width of [320, 390, 768, 1024, 1280, 1440]) {
    await desk.setViewportSize({ width, height: 900 });
    await desk.goto(night);
    const states = desk.getByRole("region", { name: "Tickets" }).getByText("Valid", { exact: true });
    await expect(states).toHaveCount(5);
    for (const state of await states.all()) {
      const box = (await state.boundingBox())!;
      expect(box.x + box.width).toBeLessThanOrEqual(width);
    }
    const money = desk.getByText("$499,999.95", { exact: true }).first();
    const fits = await money.evaluate((sum) => sum.scrollWidth <= sum.parentElement!.clientWidth);
    expect(fits, `the sum at ${width} px`).toBe(true);
    await desk.goto(`${night}&tab=orders`);
    const resend = desk
      .getByRole("region", { name: "Orders" })
      .getByRole("button", { name: /^Resend/ })
      .last();
    const button = (await resend.boundingBox())!;
    expect(button.x + button.width).toBeLessThanOrEqual(width);
    const frame = desk.getByRole("region", { name: "Orders" }).getByRole("table").locator("..");
    const tooWide = await frame.evaluate((box) => box.scrollWidth - box.clientWidth);
    expect(tooWide, `what the orders stand out of their frame at ${width} px`).toBe(0);
  }
  expect(await barriers(desk)).toEqual([]);
});
