import { waitFor, within } from "@testing-library/react";
import { afterAll, beforeAll, expect, test } from "vitest";
import { barriers } from "#tests/components/kit/barriers.ts";
import { errorAt, fill } from "#tests/components/kit/forms.ts";
import { openApp } from "#tests/components/kit/open-app.tsx";
import { createSite, type Client, type Site } from "#tests/kit/site.ts";

let site: Site;
let admin: Client;
beforeAll(async () => {
  site = await createSite();
  admin = await site.as("admin");
});
afterAll(() => site.close());

test("staff create a claim link, a visitor without an account claims, and staff see it and stop the link", async () => {
  const eventId = await site.make.event({ title: "Radio Riddim" });
  const typeId = await site.make.ticketType({ eventId, name: "General", capacity: 20 });
  const app = await openApp(site, "/free-tickets?issue=link", { as: admin });
  const { screen, user } = app;
  const create = await screen.findByRole("button", { name: "Create link" });
  await user.click(create);
  const form = within(create.closest("form")!);
  await waitFor(() => expect(errorAt(form.getByLabelText(/^Event/))).toContain("Choose an event"));
  expect(errorAt(form.getByLabelText(/^Ends/))).toContain("Choose when the link ends");
  await form.findByRole("option", { name: /Radio Riddim/ });
  await user.selectOptions(form.getByLabelText(/^Event/), String(eventId));
  await form.findByRole("option", { name: /General/ });
  await user.selectOptions(form.getByLabelText(/^Ticket type/), String(typeId));
  fill(form.getByLabelText(/^How many/), "2");
  await user.selectOptions(form.getByLabelText(/^Most per person/), "2");
  fill(form.getByLabelText(/^Ends/), "2098-07-04T18:00");
  await user.type(form.getByLabelText(/^Reason/), "Listeners of Island FM");
  await user.click(create);
  await screen.findByText(/0 of 2 claimed/);
  const { body: batches } = await admin.get("/api/admin/comp-batches");
  const { url } = batches.items[0].link;
  expect(batches.items[0].link).toMatchObject({
    endsAt: expect.stringMatching(/^2098-07-04T2[23]:00/),
    maxPerPerson: 2,
  });
  expect(screen.getByText(url)).toBeTruthy();
  expect(await barriers(app)).toEqual([]);

  await claimAs(url);
  const again = await openApp(site, "/free-tickets", { as: admin });
  await again.screen.findByText(/1 of 2 claimed/);
  await again.user.click(again.screen.getByRole("button", { name: "Stop: Listeners of Island FM" }));
  await again.screen.findByText("Stopped");
  const late = await openApp(site, pathOf(url));
  await late.screen.findByText("This link has expired");
  expect(late.screen.queryByLabelText(/^Name/)).toBeNull();
});

const pathOf = (url: string) => url.slice(new URL(url).origin.length);

/** Claims one ticket without an account, with a wrong email first. */
async function claimAs(url: string) {
  const app = await openApp(site, pathOf(url));
  const { screen, user } = app;
  await screen.findByRole("heading", { name: "Radio Riddim" });
  expect(screen.getByText(/2 left · claim by/)).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Claim my ticket" }));
  await waitFor(() => expect(errorAt(screen.getByLabelText(/^Name/))).toContain("Enter your name"));
  await user.type(screen.getByLabelText(/^Name/), "Marva Joseph");
  await user.type(screen.getByLabelText(/^Email/), "marva");
  await user.click(screen.getByRole("button", { name: "Claim my ticket" }));
  await waitFor(() => expect(errorAt(screen.getByLabelText(/^Email/))).toContain("Enter an email"));
  expect(await barriers(app)).toEqual([]);
  await user.type(screen.getByLabelText(/^Email/), "@example.com");
  await user.click(screen.getByRole("button", { name: "Claim my ticket" }));
  const said = await screen.findByRole("status");
  expect(said.textContent).toContain("We emailed your ticket to marva@example.com");
  expect(document.querySelector("main")!.textContent).not.toMatch(/SG-/);
  expect(await barriers(app)).toEqual([]);
}
