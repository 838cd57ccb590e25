import { waitFor } from "@testing-library/react";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openApp, type OpenApp } from "#tests/components/kit/open-app.tsx";
import { recordBroadcasts } from "#tests/components/kit/visitor.ts";
import { createSite, type Site } from "#tests/kit/site.ts";

let site: Site;
beforeAll(async () => {
  site = await createSite();
});
afterAll(() => site.close());

async function logOut({ screen, user }: OpenApp): Promise<void> {
  await user.click(await screen.findByRole("button", { name: /^Account: marva/ }));
  await user.click(await screen.findByRole("menuitem", { name: "Logout" }));
  await screen.findByRole("button", { name: "Sign In" });
}

test("Logout ends the session on the server, not only in the browser", async () => {
  const member = await site.as("user", "marva.one");
  const app = await openApp(site, "/", { as: member });
  await logOut(app);
  await waitFor(() => expect(app.network.hasSession()).toBe(false));
  expect((await member.get("/api/me")).status).toBe(401);
  expect(app.network.callsTo("POST", /^\/api\/auth\/logout$/)).toHaveLength(1);
});

test("§4 logout clears the user, removes the stored record and broadcasts the event with no user", async () => {
  const member = await site.as("user", "marva.two");
  const app = await openApp(site, "/password-reset", { as: member });
  await waitFor(() => expect(localStorage.getItem("userId")).toBe(String(member.id)));
  const broadcasts = recordBroadcasts();
  await logOut(app);
  expect(app.session.current()).toBeNull();
  expect([localStorage.getItem("user"), localStorage.getItem("userId")]).toEqual([null, null]);
  expect(broadcasts).toEqual([null]);
});

test("without a network Logout still signs out in the browser", async () => {
  const member = await site.as("user", "marva.three");
  const app = await openApp(site, "/password-reset", { as: member });
  await waitFor(() => expect(localStorage.getItem("userId")).toBe(String(member.id)));
  app.network.cut();
  await logOut(app);
  expect([localStorage.getItem("user"), localStorage.getItem("userId")]).toEqual([null, null]);
});
