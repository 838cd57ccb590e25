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

async function compareDoor({ db }: Site, expected: { admitted: number; scans: number }) {
  const { rows } = await sql<{ admitted: number; scans: number }>`
    select (select count(*)::integer from admissions where voided_at is null) as admitted,
      (select count(*)::integer from scans) as scans`.execute(db);
  return difference("the door", rows[0], expected);
}

const deviceId = "door-device-1";
const firstScan = "00000000-0000-4000-8000-000000000001";
const secondScan = "00000000-0000-4000-8000-000000000002";

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
    check: (site) => compareDoor(site, { admitted: 1, scans: 1 }),
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
    check: (site) => compareDoor(site, { admitted: 1, scans: 1 }),
  }),
  flow({
    name: "send offline scans",
    covers: ["POST /api/scans/batch"],
    prepare: openDoor,
    async run({ send }, { token, eventId, codes }) {
      const scannedAt = new Date().toISOString();
      const scans = [firstScan, secondScan].map((scanId, index) => ({
        code: codes[index],
        eventId,
        deviceId,
        scanId,
        scannedAt,
      }));
      await send({ path: "/api/scans/batch", token, body: { scans } });
    },
    check: (site) => compareDoor(site, { admitted: 2, scans: 2 }),
  }),
];
