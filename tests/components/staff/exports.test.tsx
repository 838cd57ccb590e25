import { waitFor } from "@testing-library/react";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { hashPassword } from "#server/modules/accounts/passwords.ts";
import { dialogOf, holdCalls } from "#tests/components/kit/forms.ts";
import { openApp } from "#tests/components/kit/open-app.tsx";
import { createSite, type Client, type Site } from "#testing/site.ts";

// A browser left open doesn't leak personal data: downloads require a password confirmation from the last half hour.

let site: Site;
let admin: Client;
beforeAll(async () => {
  site = await createSite();
});
afterAll(() => site.close());

const password = "Carnival2026";
const factors = /^\/api\/me\/second-factor$/;

/** The addresses that the page told the browser to fetch, in order: the browser would save or show them. */
const fetched: string[] = [];
beforeEach(async () => {
  fetched.length = 0;
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    fetched.push(this.getAttribute("href")!);
  });
  admin = await site.as("admin");
});
afterEach(() => void vi.restoreAllMocks());

/** Gives a person a password and a last confirmation 31 minutes ago. */
async function ageProof({ id }: Client): Promise<void> {
  await sql`update users set password_hash = ${await hashPassword(password)} where id = ${id}`.execute(site.db);
  await sql`update sessions set confirmed_at = clock_now() - interval '31 minutes' where user_id = ${id}`.execute(
    site.db,
  );
}

const isShut = () => waitFor(() => expect(document.querySelector("[role=dialog]")).toBeNull());

test("a dismissed password prompt downloads nothing, and a confirmed one downloads the file once", async () => {
  await ageProof(admin);
  const app = await openApp(site, "/user-management?q=calypso", { as: admin });
  const { screen, user, network } = app;
  const csv = await screen.findByRole("link", { name: "CSV" });
  csv.focus();
  await user.keyboard("{Enter}");
  let question = await dialogOf(app, "Confirm it's you");
  expect(document.activeElement).toBe(question.getByLabelText("Your password"));
  await user.keyboard("{Escape}");
  await isShut();
  expect(document.activeElement).toBe(csv);
  await waitFor(() => expect(csv.getAttribute("aria-busy")).toBeNull());
  expect(fetched).toEqual([]);

  await user.keyboard("{Enter}");
  question = await dialogOf(app, "Confirm it's you");
  await user.type(question.getByLabelText("Your password"), `${password}{Enter}`);
  await isShut();
  await waitFor(() => expect(fetched).toEqual([csv.getAttribute("href")]));
  expect(fetched[0]).toMatch(/^\/api\/admin\/users\.csv\?.*q=calypso/);
  await waitFor(() => expect(csv.getAttribute("aria-busy")).toBeNull());
  await user.click(csv);
  await waitFor(() => expect(fetched).toHaveLength(2));
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(network.callsTo("GET", factors)).toHaveLength(3);
});

test("a second click does nothing during the check; being offline or signed out shows an error", async () => {
  const app = await openApp(site, "/user-management?q=calypso", { as: admin });
  const { screen, user, network } = app;
  const csv = await screen.findByRole("link", { name: "CSV" });
  const letGo = holdCalls(app, "GET", factors);
  await user.click(csv);
  await waitFor(() => expect(csv.getAttribute("aria-busy")).toBe("true"));
  await user.click(csv);
  await user.click(csv);
  letGo();
  await waitFor(() => expect(csv.getAttribute("aria-busy")).toBeNull());
  expect([fetched.length, network.callsTo("GET", factors).length]).toEqual([1, 1]);

  network.cut();
  await user.click(csv);
  await screen.findAllByText("We couldn't download the file");
  await screen.findAllByText("You're offline or the site isn't responding. Try again.");
  network.restore();
  await user.click(screen.getByRole("button", { name: "Dismiss" }));
  await waitFor(() => expect(screen.queryByText("We couldn't download the file")).toBeNull());

  await sql`update sessions set expires_at = clock_now() where user_id = ${admin.id}`.execute(site.db);
  await user.click(csv);
  await screen.findAllByText("We couldn't download the file");
  await screen.findAllByText("You're signed out. Sign in again to continue.");
  expect(fetched).toHaveLength(1);
});

test("two downloads in a row ask for the password once, and both files arrive", async () => {
  await ageProof(admin);
  const eventId = await site.create.event();
  await site.buy(await site.as("guest"), [{ ticketTypeId: await site.create.ticketType({ eventId }), quantity: 1 }]);
  const app = await openApp(site, `/ticket-management?event=${eventId}`, { as: admin });
  const { screen, user } = app;
  const csv = await screen.findByRole("link", { name: "CSV" });
  const letGo = holdCalls(app, "GET", factors);
  await user.click(csv);
  await user.click(screen.getByRole("link", { name: "Excel" }));
  letGo();
  const question = await dialogOf(app, "Confirm it's you");
  await user.type(question.getByLabelText("Your password"), `${password}{Enter}`);
  await isShut();
  await waitFor(() => expect(fetched).toHaveLength(2));
  expect(fetched.map((address) => /\.(csv|xlsx)/.exec(address)?.[1] ?? address).toSorted()).toEqual(["csv", "xlsx"]);
  await waitFor(() => expect(document.querySelectorAll("a[aria-busy]")).toHaveLength(0));
});

test("members confirm their password to download their data; guests, who have no password, get it immediately", async () => {
  const made = vi.spyOn(URL, "createObjectURL");
  for (const role of ["user", "guest"] as const) {
    const person = await site.as(role);
    if (role === "user") await ageProof(person);
    const app = await openApp(site, "/my-tickets?section=account", { as: person });
    await app.user.click(await app.screen.findByRole("button", { name: "Download my data" }));
    if (role === "user") {
      const question = await dialogOf(app, "Confirm it's you");
      expect(made).not.toHaveBeenCalled();
      await app.user.type(question.getByLabelText("Your password"), `${password}{Enter}`);
    }
    await waitFor(() => expect(fetched).toHaveLength(role === "user" ? 1 : 2));
    await isShut();
    app.close();
  }
});
