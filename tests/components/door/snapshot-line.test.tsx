import { IDBFactory, IDBKeyRange } from "fake-indexeddb";
import { waitFor } from "@testing-library/react";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { createNetwork } from "#tests/components/kit/browser-network.ts";
import { createSite, type Site } from "#testing/site.ts";
import { findOnPhone } from "#web/features/door/snapshot/look-up.ts";
import { prepareStorage } from "#web/features/door/snapshot/storage.ts";
import { openStore } from "#web/features/door/snapshot/store.ts";
import { wipeStale } from "#web/features/door/snapshot/sync.ts";
import { forgetOwnData } from "#web/lib/session-user.ts";
import { eventWithTickets, openDoor } from "./door-kit.tsx";

let site: Site;
beforeAll(async () => {
  site = await createSite();
});
beforeEach(() => {
  vi.stubGlobal("indexedDB", new IDBFactory());
  vi.stubGlobal("IDBKeyRange", IDBKeyRange);
});
afterAll(() => {
  vi.unstubAllGlobals();
  return site.close();
});

test("an open scanner stores the event's tickets on the phone and says how many; signing out removes them", async () => {
  const { eventId, code } = await eventWithTickets(site);
  const { door } = await openDoor(site, eventId);
  await door.findByText(
    /^2 tickets on this phone, synced (?:just now|\d+ sec ago)\. .*Scanning still needs a connection\.$/,
  );
  const db = await openStore();
  expect(await findOnPhone(db, eventId, code)).toMatchObject({ name: "Ada B." });
  forgetOwnData();
  await waitFor(async () => expect(await findOnPhone(await openStore(), eventId, code)).toBeUndefined());
});

test("the check-in page removes what this phone stored more than a day ago", async () => {
  const { eventId, code } = await eventWithTickets(site);
  const { door, user } = await openDoor(site, eventId);
  await door.findByText(/^2 tickets on this phone/);
  await user.click(door.getByRole("button", { name: "Stop scanning" }));
  const hourMs = 3_600_000;
  await wipeStale(Date.now() + 23 * hourMs);
  expect(await findOnPhone(await openStore(), eventId, code)).toBeDefined();
  await wipeStale(Date.now() + 25 * hourMs);
  expect(await findOnPhone(await openStore(), eventId, code)).toBeUndefined();
});

test("a scanner without a network says so and keeps working once the tickets are there", async () => {
  const { eventId } = await eventWithTickets(site);
  const as = createNetwork(site.app, { token: (await site.as("moderator")).token });
  as.on("GET", /\/snapshot/, () => Promise.reject(new TypeError("Failed to fetch")));
  const { door } = await openDoor(site, eventId, { as });
  await door.findByText("We couldn't download the tickets. We'll keep trying.");
});

const answers = (persisted: boolean, persist: boolean, estimate: StorageEstimate) =>
  ({
    persisted: () => Promise.resolve(persisted),
    persist: () => Promise.resolve(persist),
    estimate: () => Promise.resolve(estimate),
  }) as StorageManager;

test.each([
  ["a browser that says nothing", {} as StorageManager, { isPersistent: false, isFull: false }],
  [
    "one that keeps everything",
    answers(true, false, { quota: 1e9, usage: 1e6 }),
    { isPersistent: true, isFull: false },
  ],
  ["one that grants it when asked", answers(false, true, {}), { isPersistent: true, isFull: false }],
  ["one without room", answers(false, false, { quota: 2e7, usage: 1.5e7 }), { isPersistent: false, isFull: true }],
])("storage of %s", async (_, storage, space) => {
  expect(await prepareStorage(storage)).toEqual(space);
});
