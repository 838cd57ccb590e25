import type { LiveSite } from "#tests/kit/live-site.ts";
import { expect } from "@playwright/test";
import { sql } from "kysely";
import { hashPassword } from "#server/modules/accounts/passwords.ts";
import { barriers, withDesk } from "./desk-kit.ts";

const test = withDesk();

/** A ticket type of a night of its own: what journeys on the same site sell must not matter to each other. */
const ownType = (site: LiveSite) => site.make.ticketType({ name: "General" });

test("an admin whose proof is old is asked whether it is still them, and then it is done", async ({
  desk,
  site,
  refusals,
}) => {
  refusals.push(/status of 40[13]/);
  const member = await site.as("user", "proof-needed");
  await sql`
    update users set password_hash = ${await hashPassword("Carnival2026")} where role = 'admin'`.execute(site.db);
  await sql`update sessions set confirmed_at = null where user_id in (select id from users where role = 'admin')`.execute(
    site.db,
  );
  await desk.goto(`${site.baseUrl}/admin?section=users&id=${member.id}`);
  await desk.getByRole("button", { name: "Suspend" }).click();
  const reason = desk.getByRole("dialog", { name: "Suspend this person" });
  await reason.getByLabel("Reason").fill("Sold comps at the gate");
  await desk.keyboard.press("Tab");
  await reason.getByRole("button", { name: "Suspend" }).press("Enter");
  const proof = desk.getByRole("dialog", { name: "Is it still you?" });
  await proof.getByLabel("Your password").fill("Wrong-2026");
  await desk.keyboard.press("Enter");
  await expect(proof.getByText("That is not your password.")).toBeVisible();
  await proof.getByLabel("Your password").fill("Carnival2026");
  expect(await barriers(desk)).toEqual([]);
  await desk.keyboard.press("Enter");
  await expect(proof).toBeHidden();
  await expect(reason).toBeHidden();
  await expect(desk.getByText("Sold comps at the gate").first()).toBeVisible();
  await expect(desk.getByRole("button", { name: "Let in again" })).toBeVisible();
});

test("a guest's order is found by its number and goes over to the account", async ({ desk, site }) => {
  const member = await site.as("user", "came-as-guest");
  const guest = await site.as("guest");
  const { body: order } = await site.buy(guest, [{ ticketTypeId: await ownType(site), quantity: 1 }]);
  await desk.goto(`${site.baseUrl}/user-management?id=${member.id}`);
  await desk.getByRole("button", { name: "Merge a guest" }).click();
  const dialog = desk.getByRole("dialog", { name: "Merge a guest" });
  await expect(dialog.getByRole("button", { name: "Merge" })).toBeDisabled();
  await dialog.getByLabel("Find the guest").fill(order.number);
  await dialog.getByRole("list", { name: "Guests found" }).getByRole("button").press("Enter");
  await expect(dialog.getByText("Signed out of")).toBeVisible();
  expect(await barriers(desk)).toEqual([]);
  await dialog.getByLabel("Reason").fill("Showed the order at the box office");
  await dialog.getByRole("button", { name: "Merge" }).click();
  await expect(dialog).toBeHidden();
  await expect(desk.getByText(/merged the guest/)).toBeVisible();
  await desk.getByRole("link", { name: "Orders", exact: true }).click();
  await expect(desk.getByText(order.number)).toBeVisible();
  await desk.goBack();
  await desk.getByLabel("Show", { exact: true }).selectOption("order");
  await expect(desk).toHaveURL(/kind=order/);
  await expect(desk.getByText("Bought 1 × General")).toBeVisible();
  await expect(desk.getByText(/merged the guest/)).toBeHidden();
});

test("one browser of a person is signed out from their page", async ({ desk, site }) => {
  const member = await site.as("user", "left-a-phone");
  await desk.goto(`${site.baseUrl}/user-management?id=${member.id}&tab=sessions`);
  await desk.getByRole("button", { name: "Sign out: An app" }).click();
  await desk.getByRole("dialog").getByLabel("Reason").fill("Left the phone in a taxi");
  await desk.getByRole("dialog").getByRole("button", { name: "Sign out" }).click();
  await expect(desk.getByText("Not signed in anywhere.")).toBeVisible();
  expect((await member.get("/api/me")).status).toBe(401);
  await desk.setViewportSize({ width: 320, height: 640 });
  expect(await desk.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  expect(await barriers(desk)).toEqual([]);
});

test("a person who asked for it is deleted, after what is lost was said", async ({ desk, site }) => {
  const guest = await site.as("guest", "guest-leaving1");
  const eventId = await site.make.event({ title: "Farewell Fete" });
  await site.buy(guest, [{ ticketTypeId: await site.make.ticketType({ eventId }), quantity: 1 }]);
  await desk.goto(`${site.baseUrl}/user-management?role=guest&q=leaving1`);
  await desk.getByRole("link", { name: "guest-leaving1" }).click();
  await desk.getByRole("button", { name: "Delete" }).click();
  const dialog = desk.getByRole("dialog", { name: "Delete this person" });
  await expect(dialog.getByText("1 × Farewell Fete")).toBeVisible();
  await dialog.getByLabel("Reason").fill("Asked for it by mail");
  await expect(dialog.getByRole("button", { name: "Delete for good" })).toBeDisabled();
  await dialog.getByLabel(/These tickets are given up/).check();
  await dialog.getByRole("button", { name: "Delete for good" }).click();
  await expect(desk).toHaveURL(/user-management\?role=guest&q=leaving1$/);
  await expect(desk.getByText("No person fits this search.")).toBeVisible();
});
