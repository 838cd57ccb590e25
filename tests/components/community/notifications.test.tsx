import { waitFor, within } from "@testing-library/react";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openCommunity, post } from "#tests/community/kit.ts";
import { openApp } from "#tests/components/kit/open-app.tsx";
import type { Site } from "#testing/site.ts";

let site: Site;
beforeAll(async () => {
  site = await openCommunity();
});
afterAll(() => site.close());

test("the count of what is new is gone as soon as everything is read", async () => {
  const [ada, bob] = [await site.as("user", "ada.lovelace"), await site.as("user", "bob.marlow")];
  await post(bob, "@ada.lovelace come early");
  await post(bob, "@ada.lovelace bring dominoes");
  const { screen, user } = await openApp(site, "/community", { as: ada });
  await screen.findByText("2 new notifications");
  await user.click(screen.getByRole("button", { name: /^Account:/ }));
  await user.click(await screen.findByRole("menuitem", { name: /^Notifications/ }));
  const drawer = within(await screen.findByRole("dialog", { name: "Notifications" }));
  await user.click(await drawer.findByRole("button", { name: "Mark all as read" }));
  await waitFor(() => expect(drawer.queryByText("New")).toBeNull());
  expect(drawer.queryByRole("button", { name: "Mark all as read" })).toBeNull();
  expect(screen.queryByText(/new notifications?$/)).toBeNull();
});
