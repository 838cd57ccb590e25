import { act, waitFor, within } from "@testing-library/react";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openApp } from "#tests/components/kit/open-app.tsx";
import { fill, valueOf } from "#tests/components/kit/forms.ts";
import { createSite, type Client, type Site } from "#testing/site.ts";

let site: Site;
let admin: Client;
const save = (name: string, html: string, version = 1) =>
  admin.call("PUT", `/api/admin/info-sheets/${name}`, { version, html });
beforeAll(async () => {
  site = await createSite();
  admin = await site.as("admin");
  await save("terms", "<p>One code, one entry.</p>");
  await save("privacy", "<p>We sell nothing.</p>");
});
afterAll(() => site.close());

test("the footer links what has text; a sheet opens above any page, and closing it leads back", async () => {
  const { screen, user, address, go } = await openApp(site, "/shop");
  await go("/events?city=Miami");
  const footer = within(await screen.findByRole("navigation", { name: "Policies and contact" }));
  expect(footer.getAllByRole("link").map(({ textContent }) => textContent)).toEqual([
    "Terms",
    "Privacy policy",
    "How we count visits",
  ]);
  const entries = history.length;
  await user.click(footer.getByRole("link", { name: "Terms" }));
  const sheet = await screen.findByRole("dialog", { name: "Terms" });
  expect(address()).toBe("/events?city=Miami&info=terms");
  await within(sheet).findByText("One code, one entry.");
  expect(history.length).toBe(entries + 1);
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await waitFor(() => expect(address()).toBe("/events?city=Miami"));
});

test("Back closes a sheet, and a link from elsewhere opens it and closes to its page", async () => {
  const { screen, user, address, go } = await openApp(site, "/shop?info=privacy");
  await screen.findByText("We sell nothing.");
  await user.click(screen.getByRole("button", { name: "Close" }));
  await waitFor(() => expect(address()).toBe("/shop"));
  await go("/shop?info=terms");
  await screen.findByRole("dialog", { name: "Terms" });
  act(() => history.back());
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(address()).toBe("/shop");
});

test("a sheet that can't be loaded says so and loads again on request", async () => {
  const { screen, user, network, go } = await openApp(site, "/live");
  network.cut();
  await go("/live?info=terms");
  await screen.findByText("We couldn't load this text");
  network.restore();
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByText("One code, one entry.");
});

test("registration names the terms and the privacy policy; reading one keeps what was typed", async () => {
  // This page opens the dialog by itself.
  const { screen, user } = await openApp(site, "/my-tickets?section=account");
  await user.click(await screen.findByRole("tab", { name: "Register" }));
  fill(screen.getByLabelText("Display name"), "Marva");
  await user.click(within(screen.getByRole("dialog")).getByRole("link", { name: "privacy policy" }));
  await within(await screen.findByRole("dialog", { name: "Privacy policy" })).findByText("We sell nothing.");
  await user.click(screen.getAllByRole("button", { name: "Close" }).at(-1)!);
  await waitFor(() => expect(screen.queryByRole("dialog", { name: "Privacy policy" })).toBeNull());
  expect(valueOf(screen.getByLabelText("Display name"))).toBe("Marva");
});

test("an admin writes a sheet; a text that someone else saved meanwhile is shown before it's replaced", async () => {
  const { screen, user } = await openApp(site, "/admin?section=settings", { as: admin });
  await user.click(await screen.findByRole("button", { name: "Edit Terms" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Terms" }));
  const editor = await dialog.findByRole("textbox", { name: "Terms text" }, { timeout: 60_000 });
  await save("terms", "<p>Saved by a colleague.</p>", 2);
  await user.click(editor);
  await user.keyboard("Z");
  await user.click(dialog.getByRole("button", { name: "Save" }));
  await dialog.findByText(/they saved/);
  dialog.getByText("Saved by a colleague.");
  await user.click(dialog.getByRole("button", { name: "Save" }));
  await screen.findAllByText("Terms saved");
  expect((await site.anon.get("/api/site/info/terms")).body.html).toContain("Z");
});

test("the Live dot says nothing to screen readers until a stream is live", async () => {
  const isLive = (live: boolean) => ({
    contactEmail: null,
    links: [],
    info: [],
    isLive: live,
    paymentMethods: [],
    timeZone: "America/New_York",
  });
  const quiet = await openApp(site, "/shop", { page: { settings: isLive(false) } });
  const linkOf = ({ screen }: typeof quiet) =>
    within(screen.getByRole("navigation", { name: "Bottom" })).getByRole("link", { name: /^Live/ });
  expect(linkOf(quiet).textContent).toBe("Live");
  quiet.close();
  expect(linkOf(await openApp(site, "/shop", { page: { settings: isLive(true) } })).textContent).toBe("Live: live now");
});
