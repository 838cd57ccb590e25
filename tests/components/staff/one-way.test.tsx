import { waitFor, within } from "@testing-library/react";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openApp } from "#tests/components/kit/open-app.tsx";
import { createSite, type Client, type Site } from "#testing/site.ts";

let site: Site;
let admin: Client;
beforeAll(async () => {
  site = await createSite();
  admin = await site.as("admin");
});
afterAll(() => site.close());

test("Orders opens orders, and the sales by event are a tab beside them", async () => {
  const ticketTypeId = await site.create.ticketType({ eventId: await site.create.event({ title: "Boat Ride" }) });
  const { body: order } = await site.buy(await site.as("guest"), [{ ticketTypeId, quantity: 1 }]);
  const { screen, user } = await openApp(site, "/admin", { as: admin });
  const nav = within((await screen.findAllByRole("navigation", { name: "Admin" }))[0]!);
  await user.click(nav.getByRole("link", { name: "Orders" }));
  await screen.findByRole("link", { name: new RegExp(order.number) });
  await user.click(screen.getByRole("link", { name: "By event" }));
  await screen.findByRole("link", { name: "Boat Ride" });
});

test.each([
  ["/admin", "New event"],
  ["/admin?section=events", "New event"],
  ["/admin?section=products", "New product"],
  ["/admin?section=collections", "New collection"],
  ["/admin?section=live", "New stream"],
  ["/admin?section=promotions", "New code"],
  ["/admin?section=promotions&list=promoters", "New promoter"],
  ["/email-management?section=campaigns", "New campaign"],
  ["/email-management?section=audiences", "New audience"],
  ["/email-management?section=automations", "New automation"],
])("%s calls its first act “%s”", async (path, name) => {
  const { screen } = await openApp(site, path, { as: admin });
  await screen.findAllByText((_, element) => element!.matches("a, button") && element!.textContent.trim() === name);
});

test("a city and a member are picked for an audience, never typed as an ID", async () => {
  await site.create.event();
  const { body: row } = await admin.get("/api/admin/events");
  const duke = await site.as("user", "selectorduke");
  const { screen, user } = await openApp(site, "/email-management?section=audiences", { as: admin });
  await user.click(await screen.findByRole("button", { name: "New audience" }));
  await user.type(await screen.findByRole("textbox", { name: /^Name/ }), "Duke's people");
  await user.selectOptions(screen.getByRole("combobox", { name: "Bought tickets in" }), row.cities[0]!);
  await user.type(screen.getByRole("searchbox", { name: /^Follows member/ }), "selectord");
  await user.click(await screen.findByRole("button", { name: /@selectorduke/ }));
  await screen.findByRole("button", { name: /^Remove .*@selectorduke/ });
  await user.click(screen.getByRole("button", { name: "Save audience" }));
  await screen.findAllByText("Audience saved");
  const { items } = (await admin.get("/api/admin/audiences")).body;
  expect(items[0]!.audience).toEqual({ city: row.cities[0]!, followsPersonIds: [duke.id] });
});

test("contacts are imported from Audiences with a file, and an import without one is refused", async () => {
  const { screen, user } = await openApp(site, "/email-management?section=audiences", { as: admin });
  await user.click(await screen.findByRole("button", { name: "Import contacts" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Import contacts" }));
  await user.type(dialog.getByRole("textbox", { name: /^Name/ }), "Mailing list");
  await user.click(dialog.getByRole("button", { name: "Import contacts" }));
  await dialog.findByText("Choose a file or paste emails first.");
  const file = new File(["name,email\nMarva Pierre,marva@example.com\nOwen Clarke,owen@example.com"], "list.csv");
  await user.upload(dialog.getByLabelText("List file"), file);
  await dialog.findByText("2 recipients");
  await user.type(await dialog.findByRole("textbox", { name: /^How they opted in/ }), "Signed up at the door");
  await user.click(dialog.getByRole("button", { name: "Import contacts" }));
  await screen.findAllByText("Contacts imported");
  const { items } = (await admin.get("/api/admin/audiences")).body;
  const { audience } = items.find(({ name }) => name === "Mailing list")!;
  expect(audience.list!.people).toEqual([
    { email: "marva@example.com", name: "Marva Pierre" },
    { email: "owen@example.com", name: "Owen Clarke" },
  ]);
});

test("a chooser of images takes no HEIC, so that an iPhone hands over JPEG", async () => {
  const { screen } = await openApp(site, "/admin?section=media", { as: admin });
  await screen.findByRole("heading", { level: 1, name: "Images" });
  await waitFor(() => expect(document.querySelector("main input[type=file]")).not.toBeNull());
  const { accept } = document.querySelector<HTMLInputElement>("main input[type=file]")!;
  expect(accept).toContain("image/jpeg");
  expect(accept).not.toMatch(/hei[cf]/);
});

test("a promoter's code suggests itself from the name, until it is typed", async () => {
  const { screen, user } = await openApp(site, "/admin?section=promotions&list=promoters&promoter=new", { as: admin });
  const name = await screen.findByRole("textbox", { name: "Name" });
  const code = screen.getByRole<HTMLInputElement>("textbox", { name: /^Link code/ });
  await user.type(name, "DJ Puffy");
  expect(code.value).toBe("dj-puffy");
  await user.clear(code);
  await user.type(code, "puffy");
  await user.type(name, " Jr");
  expect(code.value).toBe("puffy");
});
