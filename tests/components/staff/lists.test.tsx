import { waitFor, within } from "@testing-library/react";
import { afterAll, beforeAll, expect, test } from "vitest";
import { barriers } from "#tests/components/kit/barriers.ts";
import { holdCalls } from "#tests/components/kit/forms.ts";
import { openApp } from "#tests/components/kit/open-app.tsx";
import { createSite, type Client, type Site } from "#testing/site.ts";

let site: Site;
let admin: Client;
beforeAll(async () => {
  site = await createSite();
  admin = await site.as("admin");
  for (const title of ["Bashment", "Calypso", "Dancehall"]) await site.create.event({ title });
});
afterAll(() => site.close());

test("a column header sorts in its own direction first, and reverses the order on the next press", async () => {
  const { screen, user, close } = await openApp(site, "/admin?section=events", { as: admin });
  const header = (name: string) => screen.getByRole("columnheader", { name });
  const press = (name: string) => user.click(within(header(name)).getByRole("link"));
  const state = (name: string) => [
    header(name).getAttribute("aria-sort"),
    new URLSearchParams(location.search).get("sort"),
  ];
  await screen.findByRole("link", { name: /Bashment/ });
  expect(state("Event")).toEqual(["none", null]);
  await press("Event");
  await waitFor(() => expect(state("Event")).toEqual(["ascending", "title"]));
  await press("Event");
  await waitFor(() => expect(state("Event")).toEqual(["descending", "-title"]));
  await press("Sold");
  await waitFor(() => expect(state("Sold")).toEqual(["descending", "-sold"]));
  expect(state("Event")[0]).toBe("none");
  expect(within(header("Status")).queryByRole("link")).toBeNull();
  close();
});

test("selected events are unpublished together, and those with sold tickets say why they weren't", async () => {
  const eventId = await site.create.event({ title: "Extempo" });
  const ticketTypeId = await site.create.ticketType({ eventId });
  await site.buy(await site.as("guest"), [{ ticketTypeId, quantity: 1 }]);
  const { screen, user } = await openApp(site, "/admin?section=events&sort=title", { as: admin });
  await user.click(await screen.findByLabelText("Select Calypso"));
  await user.click(screen.getByLabelText("Select Extempo"));
  const bar = within(screen.getByRole("group", { name: "Selected rows" }));
  bar.getByText("2 selected");
  expect(await barriers()).toEqual([]);
  await user.click(bar.getByRole("button", { name: "Unpublish" }));
  await screen.findByText("1 event unpublished");
  await screen.findByText("Extempo: tickets are sold or on hold, so make it unlisted or cancel it");
  expect(screen.queryByRole("group", { name: "Selected rows" })).toBeNull();
  await user.click(screen.getByLabelText("Select all on this page"));
  await user.click(screen.getByRole("button", { name: "Clear" }));
  expect(screen.queryByText("4 selected")).toBeNull();
});

test("while another list or another person's page loads, nothing of the one before shows", async () => {
  await admin.post("/api/admin/promo-codes", { code: "KEPT", discount: { kind: "percent", percent: 20 } });
  const ticketTypeId = await site.create.ticketType({ eventId: await site.create.event({ title: "Two Buyers" }) });
  for (const name of ["Ada First", "Bea Second"]) {
    await site.buy(await site.as("guest"), [{ ticketTypeId, quantity: 1 }], "approve", {
      buyer: { name, email: `${name.slice(0, 3)}@example.com` },
    });
  }
  const { items } = (await admin.get("/api/admin/customers")).body;
  const idOf = (name: string) => items.find((customer) => customer.name === name)!.id;

  const app = await openApp(site, "/admin?section=promotions", { as: admin });
  const { screen, user } = app;
  await screen.findByRole("link", { name: /KEPT/ });
  let letGo = holdCalls(app, "GET", /^\/api\/admin\/promoters/);
  await user.click(screen.getByRole("link", { name: "Promoters" }));
  const promoters = within(await screen.findByRole("region", { name: "Promoters" }));
  expect(promoters.queryByText("KEPT")).toBeNull();
  letGo();
  await promoters.findByText("No promoters");

  await app.go(`/admin?section=customers&id=${idOf("Ada First")}`);
  await screen.findByRole("heading", { name: "Ada First" });
  letGo = holdCalls(app, "GET", new RegExp(`/${idOf("Bea Second")}|=${idOf("Bea Second")}`));
  await app.go(`/admin?section=customers&id=${idOf("Bea Second")}`);
  expect(screen.queryByRole("heading", { name: "Ada First" })).toBeNull();
  letGo();
  await screen.findByRole("heading", { name: "Bea Second" });
});
