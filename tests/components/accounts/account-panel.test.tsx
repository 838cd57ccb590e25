import { waitFor, within } from "@testing-library/react";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { codeOf, wrongCodeOf } from "#tests/accounts/second-factor-kit.ts";
import { hashPassword } from "#server/modules/accounts/passwords.ts";
import { barriers } from "#tests/components/kit/barriers.ts";
import { dialogOf, errorAt, reads, valueOf } from "#tests/components/kit/forms.ts";
import { openApp } from "#tests/components/kit/open-app.tsx";
import { createSite, type Client, type Site } from "#testing/site.ts";

let site: Site;
beforeAll(async () => {
  site = await createSite();
});
afterAll(() => site.close());

const account = "/my-tickets?section=account";
const password = "Cocoa-tea-1";

/** A person with their own password. */
async function createMember(name: string): Promise<Client> {
  const member = await site.as("user", name);
  await sql`update users set password_hash = ${await hashPassword(password)} where id = ${member.id}`.execute(site.db);
  return member;
}

test("a ticket holder gives up their tickets before deleting the account, and is signed out afterward", async () => {
  const ticketTypeId = await site.create.ticketType({ eventId: await site.create.event({ title: "Moonlight Mas" }) });
  const guest = await site.as("guest");
  await site.buy(guest, [{ ticketTypeId, quantity: 2 }]);
  const app = await openApp(site, "/my-tickets", { as: guest });
  const { screen, user, network } = app;
  await user.click(await screen.findByRole("link", { name: "Your data and how to delete it" }));
  await user.click(await screen.findByRole("button", { name: "Delete my account" }));
  const dialog = await dialogOf(app, "Delete my account");
  await reads("2 × Moonlight Mas", () => document.querySelector("[role=dialog]"));
  expect(dialog.getByRole<HTMLButtonElement>("button", { name: "Delete account" }).disabled).toBe(true);
  expect(await barriers()).toEqual([]);
  await user.click(dialog.getByText(/Give up these tickets/));
  await user.click(dialog.getByRole("button", { name: "Delete account" }));
  await screen.findAllByText("Account deleted");
  await waitFor(() => expect(location.pathname).toBe("/"));
  expect(network.hasSession()).toBe(false);
  expect((await guest.get("/api/me")).status).toBe(401);
});

test("a weak new password shows an error at its field, and a wrong current password changes nothing", async () => {
  const member = await createMember("marva-bright");
  const { screen, user, network } = await openApp(site, account, { as: member });
  await user.click(await screen.findByRole("button", { name: "Change password" }));
  const current = screen.getByLabelText("Current password");
  const fresh = screen.getByLabelText("New password");
  const again = screen.getByLabelText("Confirm new password");
  const change = screen.getByRole("button", { name: "Change password" });
  await user.click(change);
  await waitFor(() => expect(errorAt(current)).toContain("Enter your password"));
  await user.type(current, "Wrong-password-1");
  await user.type(fresh, "short");
  await user.type(again, "shorter");
  await user.click(change);
  await waitFor(() => expect(errorAt(fresh)).toContain("Password must be at least 8 characters"));
  expect(errorAt(again)).toContain("Passwords do not match");
  expect(network.callsTo("POST", /\/api\/me\/password$/)).toEqual([]);
  for (const field of [fresh, again]) {
    await user.clear(field);
    await user.type(field, "JouvertMorning7");
  }
  await user.click(change);
  await waitFor(() => expect(errorAt(current)).toBeTruthy());
  expect([valueOf(fresh), valueOf(again)]).toEqual(["JouvertMorning7", "JouvertMorning7"]);
  const logIn = (word: string) => site.anon.post("/api/auth/login", { username: "marva-bright", password: word });
  expect((await logIn("JouvertMorning7")).status).toBe(401);
  await user.clear(current);
  await user.type(current, password);
  await user.click(change);
  await screen.findAllByText("You're signed out of every other browser.");
  expect((await logIn("JouvertMorning7")).status).toBe(200);
});

test("a name that failed to save stays in its field and is saved on the next try", async () => {
  const member = await createMember("desmond");
  const { screen, user, network } = await openApp(site, account, { as: member });
  const name = await screen.findByLabelText("Display name");
  await user.clear(name);
  await user.type(name, "Uncle Desmond");
  network.cut();
  await user.click(screen.getByRole("button", { name: "Save name" }));
  await waitFor(() => expect(errorAt(name)).toBeTruthy());
  expect(valueOf(name)).toBe("Uncle Desmond");
  network.restore();
  await user.click(screen.getByRole("button", { name: "Save name" }));
  await screen.findAllByText("Your name is now Uncle Desmond.");
  await screen.findByRole("button", { name: "Account: Uncle Desmond" });
  expect((await member.get("/api/me")).text).toContain("Uncle Desmond");
});

test("a sensitive change asks for the password again when the last confirmation is old", async () => {
  const member = await createMember("careful");
  const app = await openApp(site, account, { as: member });
  const { screen, user } = app;
  await user.click(await screen.findByRole("button", { name: "Set up" }));
  const question = await dialogOf(app, "Confirm it's you");
  await user.type(question.getByLabelText("Your password"), "Wrong-password-1");
  await user.click(question.getByRole("button", { name: "Confirm" }));
  await question.findByText("That password is incorrect.");
  await user.clear(question.getByLabelText("Your password"));
  await user.type(question.getByLabelText("Your password"), password);
  await user.click(question.getByRole("button", { name: "Confirm" }));
  await screen.findByRole("dialog", { name: "Authenticator app" });
});

test("with two-factor, a sensitive change asks for a code or a recovery code, never for the password", async () => {
  const member = await createMember("two-steps");
  await member.post("/api/me/confirm", { password });
  const { body: started } = await member.post("/api/me/second-factor/totp");
  const used = { code: codeOf(started.secret, -30) };
  const { body: made } = await member.post("/api/me/second-factor/totp/confirm", used);
  // What a confirmation by password leaves behind.
  await sql`update sessions set confirmed_at = clock_now(), second_factor_at = null where user_id = ${member.id}`.execute(
    site.db,
  );
  const app = await openApp(site, account, { as: member });
  const { screen, user } = app;
  const offButton = await screen.findByRole("button", { name: "Turn off" });
  await user.click(offButton);
  const question = await dialogOf(app, "Confirm it's you");
  expect(question.queryByLabelText("Your password")).toBeNull();
  expect(document.activeElement).toBe(question.getByLabelText("Code"));
  await user.keyboard(`${wrongCodeOf(started.secret)}{Enter}`);
  await waitFor(() => expect(errorAt(question.getByLabelText("Code"))).toBeTruthy());
  await user.click(question.getByRole("button", { name: "Use a recovery code" }));
  expect(document.activeElement).toBe(question.getByLabelText("Recovery code"));
  await user.keyboard(`${made.recoveryCodes![0]!.toLowerCase()}{Enter}`);
  await screen.findAllByText("Authenticator app turned off");
  expect((await member.get("/api/me/second-factor")).body).toMatchObject({ totp: null, recoveryCodesLeft: 0 });
});

test("staff without two-factor are told to set it up when the site requires it, and can", async () => {
  const admin = await site.as("admin");
  await site.db.insertInto("policies").values({ name: "staff_second_factor", required: true }).execute();
  onTestFinished(async () => void (await site.db.deleteFrom("policies").execute()));
  const { screen, go } = await openApp(site, "/user-management", { as: admin });
  await screen.findAllByText(/Staff must use two-factor authentication/);
  await go(account);
  await screen.findByText(/Set up an authenticator app or a passkey to use staff pages\./);
  await screen.findByRole("button", { name: "Set up" });
});

test("a buyer sees the refund terms before paying, refunds tickets, and sees where the money is", async () => {
  const hour = 3_600_000;
  const eventId = await site.create.event({
    title: "Gold Coast Brunch",
    startsAt: new Date(Date.now() + 100 * hour),
    endsAt: new Date(Date.now() + 105 * hour),
    refunds: { kind: "before_start", hours: 48, withFees: true },
  });
  const ticketTypeId = await site.create.ticketType({ eventId });
  const buyer = await site.as("user");
  const app = await openApp(site, `/events/${eventId}`, { as: buyer });
  const { screen, user, go } = app;
  await screen.findAllByText(/Refunds are available until .*, including fees\./);

  const { body: order } = await site.buy(buyer, [{ ticketTypeId, quantity: 3 }]);
  await go("/my-tickets");
  await user.click(await screen.findByRole("link", { name: `Order and receipt ${order.number}` }));
  await user.click(await screen.findByRole("button", { name: "Refund tickets" }));
  const dialog = await dialogOf(app, "Refund tickets");
  await user.click((await dialog.findAllByRole("checkbox", { name: /General/ }))[0]!);
  await dialog.findByText("Your refund");
  expect(await barriers()).toEqual([]);
  await user.click(await dialog.findByRole("button", { name: "Refund 2 tickets" }));
  await waitFor(() => expect(document.querySelector("[role=dialog]")).toBeNull());
  const money = within(await screen.findByRole("list", { name: "Refunds" }));
  await money.findByText(/Your \$50\.00 refund is (on its way|with your bank)/);
  expect(await barriers()).toEqual([]);
  const { body: after } = await buyer.get(`/api/orders/${order.id}`);
  expect(after.tickets.filter(({ status }: { status: string }) => status === "valid")).toHaveLength(1);
});

test("a response that was requested before a change and arrives after it does not undo the change", async () => {
  const member = await createMember("confirming");
  const { screen, user, network } = await openApp(site, account, { as: member });
  await screen.findByLabelText("Display name");
  const late = Promise.withResolvers<void>();
  const heard = Promise.withResolvers<void>();
  network.on("GET", /\/api\/me\/profile$/, async (_call, reach) => {
    const before = await reach();
    await late.promise;
    setTimeout(heard.resolve);
    return before;
  });
  const ways = within(screen.getByRole("navigation", { name: "Tickets or account" }));
  const read = network.callsTo("GET", /\/api\/me\/profile$/).length;
  await user.click(ways.getByRole("link", { name: "Tickets" }));
  await waitFor(() => expect(screen.queryByLabelText("Display name")).toBeNull());
  await user.click(ways.getByRole("link", { name: "Account" }));
  await user.type(await screen.findByRole("textbox", { name: "Email" }), "marva@example.com");
  await waitFor(() => expect(network.callsTo("GET", /\/api\/me\/profile$/).length).toBeGreaterThan(read));
  await user.type(screen.getByLabelText("Your password"), password);
  await user.click(screen.getByRole("button", { name: "Send confirmation" }));
  await screen.findByText("Confirm marva@example.com");
  late.resolve();
  await heard.promise;
  await new Promise((done) => setTimeout(done, 50));
  expect(screen.queryByText("Confirm marva@example.com")).not.toBeNull();
});
