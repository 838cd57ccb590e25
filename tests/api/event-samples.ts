import type { Client, Site } from "#testing/site.ts";
import type { Sample } from "./scene.ts";
import { badIds } from "./mutations.ts";

/** Who may edit events. */
export const eventAccess = {
  "GET /api/admin/events": "admin",
  "GET /api/admin/events.csv": "admin",
  "GET /api/admin/event-options": "admin",
  "POST /api/admin/events": "admin",
  "POST /api/admin/events/visibility": "admin",
  "GET /api/admin/events/{id}": "admin",
  "PATCH /api/admin/events/{id}": "admin",
  "DELETE /api/admin/events/{id}": "admin",
  "POST /api/admin/events/{id}/visibility": "admin",
  "POST /api/admin/events/{id}/copies": "admin",
  "GET /api/admin/events/{id}/affected-buyers": "admin",
  "POST /api/admin/events/{id}/attendee-update": "admin",
  "POST /api/admin/events/{id}/cancel": "admin",
  "POST /api/admin/events/{id}/postpone": "admin",
  "GET /api/admin/venues": "admin",
  "POST /api/admin/venues": "admin",
  "PATCH /api/admin/venues/{id}": "admin",
} as const;

const withId = Object.keys(eventAccess).flatMap((name) => (name.includes("{id}") ? name.split(" ")[1]! : []));
/** IDs that none of these calls accepts. */
export const badEventIds: Record<string, string[]> = Object.fromEntries(withId.map((path) => [path, badIds]));

const times = { startsAt: "2027-02-20T03:00:00.000Z", endsAt: "2027-02-20T09:00:00.000Z" };
const venue = { name: "Sample Hall", city: "Brooklyn", region: "NY", country: "US" };
const note = "The weather is against us";

/** Events that staff change: one for each call that modifies it. */
export interface EditedEvents {
  edited: number;
  draft: number;
  canceled: number;
  postponed: number;
}

export async function prepareEvents({ create }: Site): Promise<EditedEvents> {
  return {
    edited: await create.event(),
    draft: await create.event({ visibility: "draft" }),
    canceled: await create.event(),
    postponed: await create.event(),
  };
}

/** One valid call of each event and venue endpoint. Fields that accept any text or nothing are left out. */
export function eventSamples(as: Client, ids: EditedEvents): Record<string, Sample> {
  const eventPath = `/api/admin/events/${ids.edited}`;
  return {
    "GET /api/admin/events": {
      as,
      url: "/api/admin/events?q=night&when=upcoming&status=published&city=Brooklyn&sort=-sold&page=1",
    },
    "GET /api/admin/event-options": { as, url: "/api/admin/event-options" },
    "GET /api/admin/events.csv": { as, url: "/api/admin/events.csv?q=night&sort=title" },
    "POST /api/admin/events": {
      as,
      url: "/api/admin/events",
      body: { title: "Sample Night", ...times, timeZone: "America/New_York", venueId: 1 },
    },
    "POST /api/admin/events/visibility": {
      as,
      url: "/api/admin/events/visibility",
      body: { ids: [ids.edited], visibility: "published" },
    },
    "GET /api/admin/events/{id}": { as, url: eventPath },
    "PATCH /api/admin/events/{id}": {
      as,
      url: eventPath,
      body: {
        version: 1,
        changes: {
          title: "Sample Night",
          slug: "sample-address",
          ...times,
          timeZone: "UTC",
          venueId: 1,
          ageRule: "18+",
        },
      },
      optional: ["title", "slug", "startsAt", "endsAt", "timeZone", "venueId", "ageRule"].map(
        (name) => `changes.${name}`,
      ),
    },
    "DELETE /api/admin/events/{id}": { as, url: `/api/admin/events/${ids.draft}` },
    "POST /api/admin/events/{id}/visibility": {
      as,
      url: `${eventPath}/visibility`,
      body: { visibility: "unlisted" },
    },
    "POST /api/admin/events/{id}/copies": { as, url: `${eventPath}/copies`, body: { dates: [times] } },
    "GET /api/admin/events/{id}/affected-buyers": { as, url: `${eventPath}/affected-buyers` },
    "POST /api/admin/events/{id}/attendee-update": {
      as,
      url: `${eventPath}/attendee-update`,
      body: { changes: { ...times, timeZone: "UTC", venueId: 1 } },
      optional: ["startsAt", "endsAt", "timeZone", "venueId"].map((name) => `changes.${name}`),
    },
    "POST /api/admin/events/{id}/cancel": {
      as,
      url: `/api/admin/events/${ids.canceled}/cancel`,
      body: { version: 1, note },
    },
    "POST /api/admin/events/{id}/postpone": {
      as,
      url: `/api/admin/events/${ids.postponed}/postpone`,
      body: { version: 1, note, newTimes: times },
      optional: ["newTimes"],
    },
    "GET /api/admin/venues": { as, url: "/api/admin/venues?q=yard" },
    "POST /api/admin/venues": { as, url: "/api/admin/venues", body: venue },
    "PATCH /api/admin/venues/{id}": {
      as,
      url: "/api/admin/venues/1",
      body: { ...venue, name: "Sample Yard", version: 1 },
    },
  };
}
