import { waitFor, within } from "@testing-library/react";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hashPassword } from "#server/modules/accounts/passwords.ts";
import { barriers } from "#tests/components/kit/barriers.ts";
import { dialogOf, fill, reads } from "#tests/components/kit/forms.ts";
import { openApp } from "#tests/components/kit/open-app.tsx";
import { createSite, type Client, type Site } from "#testing/site.ts";

let site: Site;
let admin: Client;
beforeAll(async () => {
  site = await createSite();
  admin = await site.as("admin");
});
afterAll(() => site.close());

const openDialog = () => document.querySelector("[role=dialog]");
const isShut = () => waitFor(() => expect(openDialog()).toBeNull());

test("an admin whose last confirmation is old confirms the password, and then the action completes", async () => {
  const member = await site.as("user", "proof-needed");
  const other = await site.as("admin");
  await sql`update users set password_hash = ${await hashPassword("Carnival2026")} where id = ${other.id}`.execute(
    site.db,
  );
  await sql`update sessions set confirmed_at = null where user_id = ${other.id}`.execute(site.db);
  const app = await openApp(site, `/admin?section=users&id=${member.id}`, { as: other });
  const { screen, user } = app;
  await user.click(await screen.findByRole("button", { name: "Suspend" }));
  const reason = await dialogOf(app, "Suspend account");
  fill(reason.getByLabelText(/^Reason/), "Sold comps at the gate");
  await user.click(reason.getByRole("button", { name: "Suspend" }));
  const proof = await dialogOf(app, "Confirm it's you");
  await user.type(proof.getByLabelText("Your password"), "Wrong-2026{Enter}");
  await proof.findByText("That password is incorrect.");
  expect((await member.get("/api/me")).status).toBe(200);
  await user.clear(proof.getByLabelText("Your password"));
  expect(await barriers()).toEqual([]);
  await user.type(proof.getByLabelText("Your password"), "Carnival2026{Enter}");
  await screen.findByRole("button", { name: "Unsuspend" });
  await isShut();
  await screen.findAllByText("Sold comps at the gate");
  expect((await member.get("/api/me")).status).toBe(401);
});

test("a guest is found by order number and merged into the account with the order", async () => {
  const member = await site.as("user", "came-as-guest");
  const ticketTypeId = await site.create.ticketType({ name: "General" });
  const { body: order } = await site.buy(await site.as("guest"), [{ ticketTypeId, quantity: 1 }]);
  const app = await openApp(site, `/user-management?id=${member.id}`, { as: admin });
  const { screen, user, address, go } = app;
  await user.click(await screen.findByRole("button", { name: "Merge guest" }));
  const dialog = await dialogOf(app, "Merge guest");
  expect(dialog.getByRole<HTMLButtonElement>("button", { name: "Merge" }).disabled).toBe(true);
  fill(dialog.getByLabelText(/^Find guest/), order.number);
  await user.click(await within(await dialog.findByRole("list", { name: "Matching guests" })).findByRole("button"));
  await dialog.findByText("Signed out of");
  expect(await barriers()).toEqual([]);
  fill(dialog.getByLabelText(/^Reason/), "Showed the order at the box office");
  await user.click(dialog.getByRole("button", { name: "Merge" }));
  await isShut();
  await screen.findByText(/merged the guest/);
  await user.click(
    within(screen.getByRole("navigation", { name: "Customer details" })).getByRole("link", { name: "Orders" }),
  );
  await screen.findByText(order.number);
  await go(`/user-management?id=${member.id}`);
  await user.selectOptions(await screen.findByLabelText("Show"), "order");
  await waitFor(() => expect(address()).toMatch(/kind=order/));
  // The unfiltered list contains the purchase too: the filter has applied once the other entries are gone.
  await waitFor(() => expect(screen.queryByText(/merged the guest/)).toBeNull());
  await screen.findByText("Bought 1 × General");
  expect((await member.get("/api/my-tickets")).text).toContain(order.id);
});

test("staff sign out one of a person's browsers from the person's page", async () => {
  const member = await site.as("user", "left-a-phone");
  const app = await openApp(site, `/user-management?id=${member.id}&tab=sessions`, { as: admin });
  const { screen, user } = app;
  await user.click(await screen.findByRole("button", { name: "Sign out: Unknown device" }));
  const dialog = await dialogOf(app, /./);
  fill(dialog.getByLabelText(/^Reason/), "Left the phone in a taxi");
  await user.click(dialog.getByRole("button", { name: "Sign out" }));
  await screen.findByText("Not signed in anywhere.");
  expect((await member.get("/api/me")).status).toBe(401);
  expect(await barriers()).toEqual([]);
});

test("signing out one of two browsers leaves the other signed in", async () => {
  const member = await site.as("user", "two-browsers");
  await sql`
    insert into sessions (token_hash, user_id, user_agent, last_seen_at, expires_at)
    select sha256('a lost phone'), ${member.id}, 'Mozilla/5.0 (Android 14; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0',
      clock_now() - interval '1 hour', clock_now() + interval '1 day'`.execute(site.db);
  const app = await openApp(site, `/user-management?id=${member.id}&tab=sessions`, { as: admin });
  const { screen, user } = app;
  await user.click(await screen.findByRole("button", { name: /^Sign out: Firefox/ }));
  const dialog = await dialogOf(app, /./);
  fill(dialog.getByLabelText(/^Reason/), "Lost phone");
  await user.click(dialog.getByRole("button", { name: "Sign out" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await waitFor(() => expect(screen.queryByRole("button", { name: /^Sign out: Firefox/ })).toBeNull());
  screen.getByRole("button", { name: "Sign out: Unknown device" });
  expect((await member.get("/api/me")).status).toBe(200);
});

test("a person who asked for deletion is deleted, after the page shows what they lose", async () => {
  const guest = await site.as("guest", "guest-leaving1");
  const eventId = await site.create.event({ title: "Farewell Fete" });
  await site.buy(guest, [{ ticketTypeId: await site.create.ticketType({ eventId }), quantity: 1 }]);
  const app = await openApp(site, "/user-management?role=guest&q=leaving1", { as: admin });
  const { screen, user, address } = app;
  await user.click(await screen.findByRole("link", { name: "guest-leaving1" }));
  await user.click(await screen.findByRole("button", { name: "Delete" }));
  const dialog = await dialogOf(app, "Delete account");
  await reads("1 × Farewell Fete", openDialog);
  fill(dialog.getByLabelText(/^Reason/), "Asked for it by email");
  const act = dialog.getByRole<HTMLButtonElement>("button", { name: "Delete account" });
  expect(act.disabled).toBe(true);
  await user.click(dialog.getByLabelText(/Void these tickets/));
  await user.click(act);
  await waitFor(() => expect(address()).toMatch(/user-management\?role=guest&q=leaving1$/));
  await reads(/No accounts match your search\./);
  expect((await guest.get("/api/me")).status).toBe(401);
});

test("a role change, a suspension and its end each log their reason", async () => {
  await site.as("user", "marva-bright");
  const app = await openApp(site, "/user-management?q=marva", { as: admin });
  const { screen, user } = app;
  await user.click(await screen.findByRole("link", { name: "marva-bright" }));
  await screen.findByRole("button", { name: "Suspend" });
  await user.selectOptions(screen.getByLabelText("Role"), "moderator");
  let dialog = await dialogOf(app, /./);
  await user.click(dialog.getByRole("button", { name: "Change role" }));
  await dialog.findByText("Enter a reason with at least 3 characters");
  fill(dialog.getByLabelText(/^Reason/), "Works the door on Friday");
  await user.click(dialog.getByRole("button", { name: "Change role" }));
  await reads("changed the role from User to Moderator");
  await isShut();
  await user.click(screen.getByRole("button", { name: "Suspend" }));
  dialog = await dialogOf(app, /./);
  fill(dialog.getByLabelText(/^Reason/), "Lost the phone");
  await user.click(dialog.getByRole("button", { name: "Suspend" }));
  await screen.findAllByText("Suspended");
  await isShut();
  await user.click(screen.getByRole("button", { name: "Unsuspend" }));
  dialog = await dialogOf(app, /./);
  fill(dialog.getByLabelText(/^Reason/), "Found the phone");
  await user.click(dialog.getByRole("button", { name: "Unsuspend" }));
  await reads("unsuspended the account");
  for (const reason of ["Works the door on Friday", "Lost the phone", "Found the phone"])
    await reads(reason, () => document.querySelector("main"));
  await isShut();
  await user.click(screen.getByRole("button", { name: "Create reset link" }));
  const link = await (await dialogOf(app, /./)).findByLabelText<HTMLInputElement>("Link");
  expect(link.value).toMatch(/\/password-reset\?token=/);
});

test("Up and Down move between rows, and a column header reverses the order", async () => {
  await site.as("user", "row-one");
  await site.as("user", "row-two");
  const { screen, user, address } = await openApp(site, "/user-management?q=row-&sort=username", { as: admin });
  (await screen.findByRole("link", { name: "row-one" })).focus();
  await user.keyboard("{ArrowDown}");
  expect(document.activeElement).toBe(screen.getByRole("link", { name: "row-two" }));
  await user.keyboard("{Home}");
  expect(document.activeElement).toBe(screen.getByRole("link", { name: "row-one" }));
  await user.click(screen.getByRole("link", { name: "Username" }));
  await waitFor(() => expect(address()).toMatch(/sort=-username/));
  await waitFor(() =>
    expect(screen.getByRole("columnheader", { name: "Username" }).getAttribute("aria-sort")).toBe("descending"),
  );
  const names = () => screen.getAllByRole("link", { name: /^row-/ }).map((link) => link.textContent);
  await waitFor(() => expect(names()).toEqual(["row-two", "row-one"]));
});
