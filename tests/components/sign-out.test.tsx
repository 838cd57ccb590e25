import { waitFor } from "@testing-library/react";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openApp } from "#tests/components/kit/open-app.tsx";
import { createSite, type Site } from "#tests/kit/site.ts";

let site: Site;
beforeAll(async () => {
  site = await createSite();
});
afterAll(() => site.close());

test("Logout ends the session on the server, not only in the browser", async () => {
  const member = await site.as("user", "marva");
  const { screen, user, network } = await openApp(site, "/", { as: member });
  await user.click(await screen.findByRole("button", { name: /marva/ }));
  await user.click(await screen.findByRole("menuitem", { name: "Logout" }));
  await screen.findByRole("button", { name: "Sign In" });
  await waitFor(() => expect(network.hasSession()).toBe(false));
  expect((await member.get("/api/me")).status).toBe(401);
});
