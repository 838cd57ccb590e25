import { expect } from "@playwright/test";
import { createLiveSite, type LiveSite } from "#testing/live-site.ts";
import { test as base } from "./journey-kit.ts";

// The work that a browser does where its network's share is used up: a real worker, under the site's own policy.

const test = base.extend<object, { site: LiveSite }>({
  site: [
    async ({}, use) => {
      const site = await createLiveSite({ RATE_LIMITS: "on" });
      await use(site);
      await site.close();
    },
    { scope: "worker" },
  ],
});

test("behind a crowded address a guest buys two tickets: the page loads the worker when it's needed, and says what it does", async ({
  page,
  site,
}) => {
  const eventId = await site.create.event({ title: "Velvet Riddim, sold to a crowd" });
  const ticketTypeId = await site.create.ticketType({ eventId, name: "General admission", capacity: 200 });
  for (let taken = 0; taken < 2; taken++) {
    const { name, value } = await site.cookieOf("guest");
    const placed = await page.request.post(`${site.baseUrl}/api/orders`, {
      headers: { cookie: `${name}=${value}`, "idempotency-key": `taken-${taken}` },
      data: { lines: [{ ticketTypeId, quantity: 10 }], buyer: { name: "Ada", email: `ada${taken}@example.com` } },
    });
    expect(placed.status()).toBe(201);
  }
  const files: string[] = [];
  page.on("request", (request) => void (/solve-worker|prove-/.test(request.url()) && files.push(request.url())));
  const problems: string[] = [];
  page.on("console", (message) => void (message.type() === "error" && problems.push(message.text())));
  await page.context().addCookies([await site.cookieOf("guest")]);
  await page.goto(`${site.baseUrl}/checkout?eventId=${eventId}&tickets=${ticketTypeId}:2`);
  await page.getByLabel("Your name").fill("Marva Bright");
  await page.getByRole("textbox", { name: "Email" }).fill("marva@example.com");
  expect(files).toEqual([]);
  const pressedAt = performance.now();
  await page.getByRole("button", { name: /pay \$50\.00/i }).click();
  // In a crowd a hold is short, so its time is shown first.
  await page.getByRole("button", { name: "Pay $50.00 now" }).click();
  await expect(page).toHaveURL(/\/api\/payments\/sandbox\/sbx_/);
  console.log(`The check and the order took ${Math.round(performance.now() - pressedAt)} ms`);
  expect(files.some((url) => url.includes("solve-worker"))).toBe(true);
  // The browser itself reports the refusal.
  expect(problems.filter((text) => !text.includes("429"))).toEqual([]);
});
