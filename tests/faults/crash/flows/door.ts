import { sql } from "kysely";
import type { Site } from "#testing/site.ts";
import { flow } from "../flow.ts";
import { difference, setUpOrder } from "./scenes.ts";

/** A paid order for two and someone who scans tickets. */
async function openDoor(site: Site) {
  const scene = await setUpOrder(site, { quantity: 2, outcome: "approve" });
  const door = await site.as("moderator");
  const { body } = await (await site.as("admin")).get(`/api/orders/${scene.orderId}`);
  const ticketIds = body.tickets.map((ticket: { id: number }) => ticket.id);
  const codes = body.tickets.map((ticket: { code: string }) => ticket.code);
  return { eventId: scene.eventId, token: door.token!, codes, ticketIds };
}

async function compareDoor({ db }: Site, expected: { admitted: number; scans: number; conflicts: number }) {
  const { rows } = await sql<{ admitted: number; scans: number; conflicts: number }>`
    select (select count(*)::integer from admissions where voided_at is null) as admitted,
      (select count(*)::integer from scans) as scans,
      (select count(*)::integer from scan_conflicts) as conflicts`.execute(db);
  return difference("the door", rows[0], expected);
}

const deviceId = "door-device-1";
const firstScan = "00000000-0000-4000-8000-000000000001";
const secondScan = "00000000-0000-4000-8000-000000000002";
const thirdScan = "00000000-0000-4000-8000-000000000003";

/** Check-in at the door. */
export const doorFlows = [
  flow({
    name: "admit someone",
    covers: ["POST /api/scans"],
    prepare: openDoor,
    async run({ send }, { token, eventId, codes: [code] }) {
      const scan = { code, eventId, deviceId, scanId: firstScan };
      const { verdict } = await send({ path: "/api/scans", token, body: scan });
      if (verdict !== "admitted") throw new Error(`The same scan got the verdict ${verdict}`);
    },
    check: (site) => compareDoor(site, { admitted: 1, scans: 1, conflicts: 0 }),
  }),
  flow({
    name: "check in someone found by name",
    covers: ["POST /api/door/check-ins"],
    prepare: openDoor,
    async run({ send }, { token, eventId, ticketIds: [ticketId] }) {
      const checkIn = { ticketId, eventId, deviceId, scanId: firstScan };
      const { verdict } = await send({ path: "/api/door/check-ins", token, body: checkIn });
      if (verdict !== "admitted") throw new Error(`The same check-in got the verdict ${verdict}`);
    },
    check: (site) => compareDoor(site, { admitted: 1, scans: 1, conflicts: 0 }),
  }),
  flow({
    name: "send offline scans",
    covers: ["POST /api/scans/batch"],
    prepare: openDoor,
    async run({ send }, { token, eventId, codes }) {
      const createScan = (scanId: string, code: string, minutesAgo: number) => {
        const scannedAt = new Date(Date.now() - minutesAgo * 60_000).toISOString();
        return { code, eventId, deviceId, scanId, scannedAt };
      };
      // The second list's scan of the first ticket is earlier: it takes over the check-in.
      const lists = [
        [createScan(firstScan, codes[0]!, 1), createScan(secondScan, codes[1]!, 1)],
        [createScan(thirdScan, codes[0]!, 60)],
      ];
      for (const scans of lists) await send({ path: "/api/scans/batch", token, body: { scans } });
    },
    check: (site) => compareDoor(site, { admitted: 2, scans: 3, conflicts: 1 }),
  }),
];
