import { waitFor, within } from "@testing-library/react";
import { afterAll, beforeAll, expect, test } from "vitest";
import { barriers } from "#tests/components/kit/barriers.ts";
import { openApp, type OpenApp } from "#tests/components/kit/open-app.tsx";
import { authDialog } from "#tests/components/kit/visitor.ts";
import { createSite, type Site } from "#testing/site.ts";

let site: Site;
beforeAll(async () => {
  site = await createSite();
});
afterAll(() => site.close());

async function ask(app: OpenApp, email: string) {
  const part = within(await app.screen.findByRole("region", { name: "Find my tickets" }));
  await app.user.click(part.getByRole("button", { name: "Email my tickets" }));
  await part.findByText("Enter the email you bought with");
  await app.user.type(part.getByRole("textbox", { name: /Email/ }), email);
  await app.user.click(part.getByRole("button", { name: "Email my tickets" }));
  return part;
}

test("a signed-out buyer has the links to their tickets emailed, behind the sign-in dialog", async () => {
  const app = await openApp(site, "/my-tickets");
  await app.user.click(within(await authDialog(app)).getByRole("button", { name: "Close" }));
  await waitFor(() => expect(app.screen.queryByRole("dialog")).toBeNull());
  const part = await ask(app, "Marva@Example.com");
  const said = await part.findByText(/If there are tickets for upcoming events under/);
  expect(said.textContent).toContain("marva@example.com");
  await waitFor(() => expect(document.activeElement?.contains(said)).toBe(true));
  expect(await barriers()).toEqual([]);
  const rows = await site.db.selectFrom("emails").select(["kind", "to_address"]).execute();
  expect(rows).toEqual([{ kind: "ticket_links", to_address: "marva@example.com" }]);

  await app.user.click(part.getByRole("button", { name: "Try another email" }));
  app.network.cut();
  await app.user.type(part.getByRole("textbox", { name: /Email/ }), "ada@example.com");
  await app.user.click(part.getByRole("button", { name: "Email my tickets" }));
  await part.findByText("No connection. Check your internet and try again.");
  app.network.restore();
});

test("a guest can find tickets of another email below their own, a member has them in the account", async () => {
  const guest = await openApp(site, "/my-tickets", { as: await site.as("guest") });
  await (await ask(guest, "guest@example.com")).findByText("Check your email");
  guest.close();
  const member = await openApp(site, "/my-tickets", { as: await site.as("user") });
  await member.screen.findByRole("heading", { level: 1, name: "My Tickets" });
  expect(member.screen.queryByRole("region", { name: "Find my tickets" })).toBeNull();
});
