import { waitFor } from "@testing-library/react";
import { afterAll, beforeAll, expect, test } from "vitest";
import { barriers } from "#tests/components/kit/barriers.ts";
import { dialogOf, fill } from "#tests/components/kit/forms.ts";
import { openApp } from "#tests/components/kit/open-app.tsx";
import { workbookOf } from "#testing/workbook.ts";
import { createSite, type Client, type Site } from "#testing/site.ts";

let site: Site;
let admin: Client;
beforeAll(async () => {
  site = await createSite();
  admin = await site.as("admin");
});
afterAll(() => site.close());

const rowOf = (...texts: string[]) =>
  `<row>${texts.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join("")}</row>`;

const workbook = () => {
  const rows = [
    rowOf("Kontakt", "Firma", "Konto"),
    rowOf("Marva Pierre", "Riddim Section", "marva@example.com"),
    rowOf("Owen Clarke", "Soca Ltd", "owen@@example.com"),
    rowOf("Joelle Pierre", "Island FM", "joelle@example.com"),
  ];
  const file = workbookOf({ sheets: [{ xml: rows.join("") }] });
  return new File([new Uint8Array(file)], "friends.xlsx");
};

test("an audience's list comes from a file: wrong files say what to save as, and columns can be named", async () => {
  const app = await openApp(site, "/email-management?section=audiences", { as: admin });
  const { screen, user } = app;
  await user.click((await screen.findAllByRole("button", { name: "New audience" }))[0]!);
  const dialog = await dialogOf(app, "New audience");
  fill(dialog.getByLabelText("Name"), "Friends of the house");
  const field = () => dialog.getByLabelText("List file");
  await user.upload(field(), new File(["%PDF-1.7"], "friends.csv"));
  await dialog.findByText(/This is a PDF\..*Save the list as CSV or Excel Workbook/);
  expect(dialog.queryByRole("region", { name: "What we read" })).toBeNull();

  await user.upload(field(), workbook());
  await dialog.findByText(/We couldn't read anyone|2 lines not read/);
  await user.selectOptions(dialog.getByLabelText("What column A means"), "Name");
  await user.selectOptions(await dialog.findByLabelText("What column B means"), "Not read");
  await dialog.findByText("2 recipients");
  await dialog.findByText(/"owen@@example.com" isn't a valid email/);
  expect(dialog.getAllByText("Marva Pierre").length).toBeGreaterThan(0);
  expect(await barriers()).toEqual([]);
  fill(dialog.getByLabelText(/^How they opted in/), "Signed up at the door on June 6");
  await user.click(dialog.getByRole("button", { name: "Save audience" }));
  await waitFor(() => expect(document.querySelector("[role=dialog]")).toBeNull());
  const { body } = await admin.get("/api/admin/audiences");
  expect(body.items[0]!.audience.list).toEqual({
    people: [
      { email: "marva@example.com", name: "Marva Pierre" },
      { email: "joelle@example.com", name: "Joelle Pierre" },
    ],
    howTheyOptedIn: "Signed up at the door on June 6",
  });

  await user.click(await screen.findByRole("button", { name: /^Edit/ }));
  const edited = await dialogOf(app, "Edit audience");
  edited.getByText("2 people");
  await user.click(edited.getByRole("button", { name: "Remove list" }));
  await user.click(edited.getByLabelText("Only people on this list"));
  await user.paste("ada@example.com, marcus@example.com; joelle@example.com");
  await user.tab();
  await edited.findByText("3 recipients");
});

test("until a list is read, its audience is nobody and not everybody", async () => {
  const app = await openApp(site, "/email-management?section=audiences", { as: admin });
  const { screen, user, network } = app;
  await user.click((await screen.findAllByRole("button", { name: "New audience" }))[0]!);
  const dialog = await dialogOf(app, "New audience");
  network.on("POST", /^\/api\/admin\/person-lists\/read/, () => new Promise(() => {}));
  await user.click(dialog.getByLabelText("Only people on this list"));
  await user.paste("ada@example.com");
  fill(dialog.getByLabelText("Name"), "Not read yet");
  fill(dialog.getByLabelText(/^How they opted in/), "Signed up at the door");
  await user.click(dialog.getByRole("button", { name: "Save audience" }));
  await waitFor(() => expect(document.querySelector("[role=dialog]")).toBeNull());
  const { body } = await admin.get("/api/admin/audiences");
  expect(body.items.find(({ name }) => name === "Not read yet")!.audience.list!.people).toEqual([]);
});

test("names that are last name first are turned around, or stay as written", async () => {
  const app = await openApp(site, "/email-management?section=audiences", { as: admin });
  const { user } = app;
  await user.click((await app.screen.findAllByRole("button", { name: "New audience" }))[0]!);
  const dialog = await dialogOf(app, "New audience");
  fill(dialog.getByLabelText("Name"), "Companies");
  await user.click(dialog.getByLabelText("Only people on this list"));
  await user.paste(
    '"Núñez, José" <jose@example.com>\n"Baptiste Sons, Soca" <office@example.com>\nAda Pierre <ada@example.com>',
  );
  await user.tab();
  await dialog.findByText(/^2 names are written last name first, such as “Núñez, José”\./);
  expect(dialog.getAllByText("José Núñez").length).toBe(1);
  await user.click(dialog.getByRole("button", { name: "Keep as written" }));
  dialog.getByText("Baptiste Sons, Soca");
  expect(dialog.queryByText("José Núñez")).toBeNull();
  await user.click(dialog.getByRole("button", { name: "Turn them around" }));
  await user.click(dialog.getByRole("button", { name: "Keep as written" }));
  expect(await barriers()).toEqual([]);
  fill(dialog.getByLabelText(/^How they opted in/), "Signed up at the door on June 6");
  await user.click(dialog.getByRole("button", { name: "Save audience" }));
  await waitFor(() => expect(document.querySelector("[role=dialog]")).toBeNull());
  const { body } = await admin.get("/api/admin/audiences");
  expect(body.items.find(({ name }) => name === "Companies")!.audience.list!.people.map(({ name }) => name)).toEqual([
    "Núñez, José",
    "Baptiste Sons, Soca",
    "Ada Pierre",
  ]);
});
