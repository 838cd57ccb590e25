import { randomUUID } from "node:crypto";
import { badIds } from "#tests/api/mutations.ts";
import type { NounSamples } from "#tests/api/noun-samples.ts";

/** Finding and checking in tickets at the door without their codes. */
export const nounSamples: NounSamples = {
  access: {
    "GET /api/door/events/{id}/tickets": "moderator",
    "GET /api/door/events/{id}/snapshot": "moderator",
    "GET /api/door/scans": "moderator",
    "GET /api/door/conflicts": "moderator",
    "POST /api/door/conflicts/{id}/resolve": "moderator",
    "GET /api/admin/scans.csv": "admin",
    "GET /api/admin/scans.xlsx": "admin",
    "POST /api/door/check-ins": "moderator",
    "POST /api/door/tickets/{id}/undo": "moderator",
  },
  samples: ({ people: { moderator: as, admin }, eventId, orders, conflictId }) => {
    const ticketId = orders.paid.tickets[0]!.id;
    return {
      "GET /api/door/events/{id}/tickets": { as, url: `/api/door/events/${eventId}/tickets?q=ada` },
      "GET /api/door/events/{id}/snapshot": { as, url: `/api/door/events/${eventId}/snapshot` },
      "GET /api/door/scans": { as, url: `/api/door/scans?event=${eventId}&show=all` },
      "GET /api/door/conflicts": { as, url: `/api/door/conflicts?event=${eventId}&show=all` },
      "POST /api/door/conflicts/{id}/resolve": {
        as,
        url: `/api/door/conflicts/${conflictId}/resolve`,
        body: { note: "One guest, scanned at two gates" },
      },
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
  badParams: { "/api/door/conflicts/{id}/resolve": badIds },
};
