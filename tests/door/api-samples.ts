import { randomUUID } from "node:crypto";
import type { NounSamples } from "#tests/api/noun-samples.ts";

/** Finding and checking in tickets at the door without their codes. */
export const nounSamples: NounSamples = {
  access: {
    "GET /api/door/events/{id}/tickets": "moderator",
    "GET /api/door/scans": "moderator",
    "GET /api/admin/scans.csv": "admin",
    "GET /api/admin/scans.xlsx": "admin",
    "POST /api/door/check-ins": "moderator",
    "POST /api/door/tickets/{id}/undo": "moderator",
  },
  samples: ({ people: { moderator: as, admin }, eventId, orders }) => {
    const ticketId = orders.paid.tickets[0]!.id;
    return {
      "GET /api/door/events/{id}/tickets": { as, url: `/api/door/events/${eventId}/tickets?q=ada` },
      "GET /api/door/scans": { as, url: `/api/door/scans?event=${eventId}&show=all` },
      "GET /api/admin/scans.csv": { as: admin, url: `/api/admin/scans.csv?event=${eventId}` },
      "GET /api/admin/scans.xlsx": { as: admin, url: `/api/admin/scans.xlsx?event=${eventId}` },
      "POST /api/door/check-ins": {
        as,
        url: "/api/door/check-ins",
        body: {
          ticketId,
          eventId,
          deviceId: "door-device-1",
          scanId: randomUUID(),
          scannedAt: "2026-11-28T03:00:00.000Z",
          gate: "North",
        },
        optional: ["scannedAt", "gate"],
      },
      "POST /api/door/tickets/{id}/undo": {
        as,
        url: `/api/door/tickets/${ticketId}/undo`,
        body: { eventId, admittedAt: "2026-11-28T03:00:00.000Z" },
      },
    };
  },
  unrepeatable: [],
};
