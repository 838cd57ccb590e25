import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openApp } from "#tests/components/kit/open-app.tsx";
import type { Network } from "#tests/components/kit/browser-network.ts";
import { networkWithChannel } from "#tests/components/streams/live-kit.ts";
import { createScan, minutesAgo, sendBatch } from "#tests/door/batch-kit.ts";
import { createSite, type Site } from "#testing/site.ts";
import { eventWithTickets, openDoor } from "./door-kit.tsx";

let site: Site;
let event: Awaited<ReturnType<typeof eventWithTickets>>;
beforeAll(async () => {
  site = await createSite();
});
afterAll(() => site.close());
beforeEach(async () => {
  event = await eventWithTickets(site);
});

/** The same ticket at two gates, one of them offline. */
async function scanTwice() {
  const door = await site.as("moderator");
  const { eventId, code } = event;
  await door.post("/api/scans", createScan(code, eventId, { gate: "North" }));
  await sendBatch(door, [createScan(code, eventId, { gate: "South", scannedAt: minutesAgo(5) })]);
}

test("the scanner shows an offline scan that doesn't add up, with both gates, and staff resolve it with a note", async () => {
  await scanTwice();
  const { door, user } = await openDoor(site, event.eventId);
  await door.findByText("1 offline scan needs attention");
  expect(door.getByText("Two people may have entered with this ticket.")).toBeTruthy();
  expect(door.getByText(/^Scanned at .*South/)).toBeTruthy();
  expect(door.getByText(/^Checked in at .*North$/)).toBeTruthy();
  await user.click(door.getByRole("button", { name: "Resolve the scan of Ada Buyer" }));
  await user.click(door.getByRole("button", { name: "Resolve" }));
  await door.findByText("Enter what happened (at least 3 characters).");
  await user.type(door.getByLabelText("What happened"), "One guest, two gates");
  await user.click(door.getByRole("button", { name: "Resolve" }));
  await expect.poll(() => door.queryByText(/needs attention/)).toBeNull();
  const { rows } = await sql`
    select note from scan_conflicts where event_id = ${event.eventId}`.execute(site.db);
  expect(rows).toEqual([{ note: "One guest, two gates" }]);
});

test.each([
  ["scanner", "moderator", (as: Network) => openDoor(site, event.eventId, { as })],
  [
    "event's page",
    "admin",
    (network: Network) => openApp(site, `/admin?section=events&id=${event.eventId}&tab=door`, { network }),
  ],
] as const)("one that arrives while the %s is open shows at once, by the realtime channel", async (_, role, open) => {
  const topic = `door.${event.eventId}`;
  const channel = networkWithChannel(site, await site.as(role));
  const { screen } = await open(channel.network);
  await channel.follows(topic);
  expect(screen.queryByText(/needs? attention/)).toBeNull();
  await scanTwice();
  channel.send(topic, "conflicts", { open: 1 });
  await screen.findByText("1 offline scan needs attention");
});
