import { expect, type Page } from "@playwright/test";
import { createLiveSite, type LiveSite } from "#testing/live-site.ts";
import { readHeader, startMailServer } from "#testing/mail-server.ts";
import { barriers } from "./barriers.ts";
import { skipSplash, test as base, waitForAnswer, watchConsole } from "./journey-kit.ts";

type MailServer = Awaited<ReturnType<typeof startMailServer>>;

const test = base.extend<{ adminPage: Page }, { mailed: { site: LiveSite; server: MailServer } }>({
  mailed: [
    async ({}, use) => {
      const server = await startMailServer();
      const site = await createLiveSite({ SMTP_URL: server.hastyUrl });
      const admin = await site.as("admin");
      await admin.post("/api/admin/settings", { postalAddress: "1 Flatbush Ave\nBrooklyn, NY 11217" });
      await use({ site, server });
      await site.close();
      await server.close();
    },
    { scope: "worker" },
  ],
  adminPage: async ({ context, mailed }, use) => {
    await skipSplash(context);
    await context.addCookies([await mailed.site.cookieOf("admin")]);
    const page = await context.newPage();
    waitForAnswer(page);
    const errors = watchConsole(page);
    await use(page);
    expect(errors.filter((text) => !text.includes("Blocked script execution"))).toEqual([]);
  },
});

/** The emails with this subject that have arrived. */
const arrived = (server: MailServer, subject: string) =>
  server.taken.filter((mail) => readHeader(mail, "subject").includes(subject));

/** Sends the draft that is open to as many as its button says. */
async function send(page: Page, people: string): Promise<void> {
  // The count pushes the buttons down when it arrives, and a press on its way misses them.
  await expect(page.getByText(people, { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Save draft" }).click();
  await page.getByRole("button", { name: "Send or schedule" }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: `Send to ${people}` })
    .click();
  await expect(page.getByRole("progressbar", { name: "Progress" })).toBeVisible();
}

test("an organizer messages the holders of one ticket type", async ({ adminPage: page, mailed: { site, server } }) => {
  const eventId = await site.create.event({ title: "Boat Ride" });
  const general = await site.create.ticketType({ eventId, name: "General" });
  const vip = await site.create.ticketType({ eventId, name: "VIP" });
  const buyer = (name: string) => ({ name, email: `${name.toLowerCase()}@example.com` });
  await site.buy(await site.as("guest"), [{ ticketTypeId: general, quantity: 1 }], "approve", { buyer: buyer("Gena") });
  await site.buy(await site.as("guest"), [{ ticketTypeId: vip, quantity: 1 }], "approve", { buyer: buyer("Vera") });

  // Two clicks from the event's hub.
  await page.goto(`${site.baseUrl}/admin?section=events&id=${eventId}`);
  await page.getByRole("navigation", { name: "Event sections" }).getByRole("link", { name: "Email" }).click();
  await page.getByRole("link", { name: "Message attendees" }).click();
  await page.getByLabel("Subject").fill("VIP boards at 6");
  await page.getByLabel("Text", { exact: true }).fill("Come to the blue gate.");
  await page.getByRole("checkbox", { name: /^VIP/ }).check();
  await expect(page.getByText("1 person", { exact: true })).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  await send(page, "1 person");
  await expect.poll(() => arrived(server, "VIP boards at 6").flatMap(({ to }) => to)).toEqual(["vera@example.com"]);
});

test("a recipient unsubscribes with one click, and gets the next receipt but not the next campaign", async ({
  adminPage: page,
  mailed: { site, server },
}) => {
  const eventId = await site.create.event({ title: "Fete Royale" });
  const ticketTypeId = await site.create.ticketType({ eventId });
  const marva = { buyer: { name: "Marva Bright", email: "marva@example.com" } };
  const selma = { buyer: { name: "Selma Stay", email: "selma@example.com" } };
  const lines = [{ ticketTypeId, quantity: 1 }];
  for (const person of [marva, selma]) {
    await site.buy(await site.as("guest"), lines, "approve", { ...person, emailOptIn: true });
  }
  const campaign = async (subject: string, people: string) => {
    await page.goto(`${site.baseUrl}/email-management?section=campaigns&new=1`);
    await page.getByLabel("Name", { exact: true }).fill(subject);
    await page.getByLabel("Subject").fill(subject);
    await page.getByLabel("Text", { exact: true }).fill("Tickets are out.");
    await send(page, people);
  };
  await campaign("First news", "2 people");
  await expect.poll(() => arrived(server, "First news").length).toBe(2);

  const mail = arrived(server, "First news").find(({ to }) => to.includes("marva@example.com"))!;
  const link = /<([^>]+)>/.exec(readHeader(mail, "list-unsubscribe"))![1]!;
  // What the email app's own button sends.
  const oneClick = { "content-type": "application/x-www-form-urlencoded" };
  const left = await fetch(link, { method: "POST", headers: oneClick, body: "List-Unsubscribe=One-Click" });
  expect(left.ok).toBe(true);

  const receipts = () => server.taken.filter(({ to }) => to.includes("marva@example.com")).length;
  const before = receipts();
  await site.buy(await site.as("guest"), lines, "approve", marva);
  await expect.poll(receipts).toBeGreaterThan(before);
  await campaign("Second news", "1 person");
  await expect.poll(() => arrived(server, "Second news").flatMap(({ to }) => to)).toEqual(["selma@example.com"]);
});
