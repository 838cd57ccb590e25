import { expect, type Page } from "@playwright/test";
import { startFakeStripe, type FakeStripe } from "#testing/fake-stripe/index.ts";
import { createLiveSite, type LiveSite } from "#testing/live-site.ts";
import { test as base, watchConsole } from "./journey-kit.ts";

const test = base.extend<object, { shop: { site: LiveSite; stripe: FakeStripe } }>({
  shop: [
    async ({}, use) => {
      const stripe = await startFakeStripe();
      const site = await createLiveSite(stripe.settings);
      stripe.webhookEvents.sendTo(async (body, headers) => {
        const answer = await fetch(`${site.baseUrl}/api/payments/webhooks/stripe`, { method: "POST", headers, body });
        return answer.status;
      });
      await use({ site, stripe });
      await site.close();
      await stripe.close();
    },
    { scope: "worker" },
  ],
});

/** Goes from an event page to the button that leads to the processor. */
async function checkOut(page: Page, site: LiveSite, title: string): Promise<void> {
  const eventId = await site.create.event({ title });
  await site.create.ticketType({ eventId, name: "General admission", priceCents: 2500 });
  await page.goto(`${site.baseUrl}/events/${eventId}`);
  await page.getByRole("button", { name: "More: General admission" }).click();
  await page.getByRole("button", { name: "Check out" }).filter({ visible: true }).click();
  await page.getByRole("button", { name: /continue as guest/i }).click();
  await page.getByLabel("Your name").fill("Marva Bright");
  await page.getByRole("textbox", { name: "Email" }).fill("marva@example.com");
  await page.getByRole("button", { name: /pay \$25\.00/i }).click();
}

test("a buyer pays at the processor with a second card and returns to the tickets", async ({ page, shop }) => {
  const errors = watchConsole(page);
  await checkOut(page, shop.site, "Harbor Lights");
  await expect(page).toHaveURL(new RegExp(`^${shop.stripe.url}/pay/cs_test_`));
  await expect(page.getByRole("heading", { name: /^Order SG-/ })).toBeVisible();
  await page.getByRole("button", { name: "Use a card that is declined" }).click();
  await page.getByRole("button", { name: "Pay USD 25.00" }).click();
  await expect(page).toHaveURL(/\/payment-success\?order=/);
  await expect(page.getByText("Marva Bright").first()).toBeVisible();
  await expect(page.getByText("General admission").first()).toBeVisible();
  expect(shop.stripe.books().charges).toEqual([expect.objectContaining({ amountCents: 2500 })]);
  expect(errors).toEqual([]);
});
