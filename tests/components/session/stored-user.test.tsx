import { waitFor } from "@testing-library/react";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { answer, createNetwork } from "#tests/components/kit/browser-network.ts";
import { openApp } from "#tests/components/kit/open-app.tsx";
import { recordBroadcasts, storeUser, marva, settled } from "#tests/components/kit/visitor.ts";
import { createSite, type Site } from "#testing/site.ts";

let site: Site;
beforeAll(async () => {
  site = await createSite();
});
afterAll(() => site.close());

const stored = () => [localStorage.getItem("user"), localStorage.getItem("userId")];

/** Opens a page in a browser whose session check gets this reply. */
async function openWith(reply: () => Promise<Response> | Response) {
  const network = createNetwork(site.app);
  network.on("GET", /^\/api\/me$/, reply);
  return openApp(site, "/password-reset", { network });
}

test.each([
  ["plain", marva],
  ["wrapped as status plus data", { status: "success", data: marva }],
  ["wrapped twice", { status: "success", data: { status: "success", data: marva } }],
])("§4 a stored user (%s) is restored at once, before the server has answered", async (_how, record) => {
  storeUser(record);
  let reply = (_response: Response) => {};
  const { screen, network } = await openWith(() => new Promise((resolve) => (reply = resolve)));
  await screen.findByRole("button", { name: "Account: Marva Bright" });
  expect(network.callsTo("GET", /^\/api\/me$/)).toHaveLength(1);
  reply(answer(200, marva));
});

test("§4 a valid session: the user is replaced by the server's copy", async () => {
  const admin = await site.as("admin", "ade");
  storeUser({ ...marva, displayName: "Old Name" });
  const { screen } = await openApp(site, "/password-reset", { as: admin });
  await screen.findByRole("button", { name: "Account: ade (Admin)" });
  await waitFor(() => expect(JSON.parse(stored()[0]!).data).toMatchObject({ id: admin.id, role: "admin" }));
  const me = (await admin.get("/api/me")).body;
  const { email: _email, ...known } = JSON.parse(stored()[0]!).data;
  expect(me).toMatchObject(known);
  expect(stored()[1]).toBe(String(admin.id));
});

test.each([401, 403, 500])(
  "§4 an invalid session (%s): the stored user is removed, the user is signed out, the body is logged",
  async (status) => {
    const logged = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const broadcasts = recordBroadcasts();
    storeUser(marva);
    localStorage.setItem("userId", "7");
    const { screen } = await openWith(() => answer(status, { message: "Nobody of that name" }));
    await screen.findByRole("button", { name: "Sign In" });
    await waitFor(() => expect(stored()).toEqual([null, null]));
    expect(broadcasts).toEqual([null]);
    expect(logged.mock.calls.join("\n")).toContain("Nobody of that name");
    logged.mockRestore();
  },
);

test("the server's response for an ended or unknown session signs the stored user out", async () => {
  const member = await site.as("user");
  await member.post("/api/auth/logout");
  storeUser({ ...marva, id: member.id });
  const { screen, network } = await openApp(site, "/password-reset", { as: member });
  await screen.findByRole("button", { name: "Sign In" });
  await waitFor(() => expect(stored()).toEqual([null, null]));
  expect(network.callsTo("GET", /^\/api\/me$/)).toHaveLength(1);
});

test("§4 a network error during the check: the stored user is kept", async () => {
  storeUser(marva);
  const broadcasts = recordBroadcasts();
  const app = await openWith(() => Promise.reject(new TypeError("Failed to fetch")));
  await settled(app);
  expect(app.network.callsTo("GET", /^\/api\/me$/)).toHaveLength(1);
  app.screen.getByRole("button", { name: "Account: Marva Bright" });
  expect(JSON.parse(stored()[0]!)).toEqual(marva);
  expect(broadcasts).toEqual([]);
});

test.each(["{oops", '{"status":"success","data":{}}', "[]"])(
  "§8 an unreadable stored user is cleared: %s",
  async (text) => {
    storeUser(text);
    localStorage.setItem("userId", "7");
    const { screen, network } = await openApp(site, "/password-reset");
    await screen.findByRole("button", { name: "Sign In" });
    expect(stored()).toEqual([null, null]);
    expect(network.callsTo("GET", /^\/api\/me$/)).toEqual([]);
  },
);
