import { expect } from "@playwright/test";
import { createLiveSite, type LiveSite } from "#tests/kit/live-site.ts";
import { test as base } from "./journey-kit.ts";

const test = base.extend<object, { site: LiveSite }>({
  site: [
    async ({}, use) => {
      const site = await createLiveSite({ GA_MEASUREMENT_ID: "G-TEST12345" });
      await use(site);
      await site.close();
    },
    { scope: "worker" },
  ],
});

test("§7 client events are also sent to the web analytics service: page views, view_event, select_ticket", async ({
  page,
  site,
}) => {
  const errors: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  let asked = "";
  await page.route("https://www.googletagmanager.com/**", (route) => {
    asked = route.request().url();
    return route.fulfill({ contentType: "text/javascript", body: "" });
  });
  const eventId = await site.make.event({ title: "Last Lap" });
  await site.make.ticketType({ eventId, name: "General admission" });
  await page.goto(`${site.baseUrl}/events/${eventId}/last-lap?key=secret`);
  await expect.poll(() => asked).toBe("https://www.googletagmanager.com/gtag/js?id=G-TEST12345");
  await page.getByRole("button", { name: "More: General admission" }).click();
  await page.getByRole("button", { name: "Checkout" }).filter({ visible: true }).click();
  const said = () => page.evaluate(() => (window as any).dataLayer.map((entry: object) => Object.values(entry)));
  await expect.poll(async () => JSON.stringify(await said())).toContain("select_ticket");
  const interactions = (await said()).filter(([kind]: string[]) => kind === "event");
  expect(interactions.map(([, name]: string[]) => name)).toEqual(
    expect.arrayContaining(["page_view", "view_event", "select_ticket"]),
  );
  expect(interactions.find(([, name]: string[]) => name === "view_event")[2]).toMatchObject({
    event_id: eventId,
    event_name: "Last Lap",
  });
  expect(JSON.stringify(await said())).not.toContain("secret");
  expect(errors).toEqual([]);
});
