import { sql } from "kysely";
import { linkKey } from "#server/platform/signed-links.ts";
import type { Client, Site } from "#testing/site.ts";
import type { Sample } from "./scene.ts";

export interface Watching {
  errorReportId: number;
  /** An event whose ticket sales haven't started. */
  upcomingEventId: number;
  interestId: string;
  confirmKey: string;
  leaveKey: string;
}

/** An error report and a reminder signup, for calls about them. */
export async function prepareWatching({ db, app, create }: Site): Promise<Watching> {
  const interestId = "0199b2f0-0000-7000-8000-000000000001";
  await sql`insert into interests (id, topic, email) values (${interestId}, 'shop', 'marva@example.com')`.execute(db);
  const upcomingEventId = await create.event();
  await create.ticketType({ eventId: upcomingEventId, salesStartAt: new Date(Date.now() + 3_600_000) });
  const { rows } = await sql<{ id: number }>`
    insert into error_reports (fingerprint, source, message, stack, route, first_release, last_release)
    values (${"f".repeat(32)}, 'server', 'Error', '', '/', '1', '1') returning id`.execute(db);
  const secret = app.deps.keys["interest-links"];
  return {
    errorReportId: rows[0]!.id,
    upcomingEventId,
    interestId,
    confirmKey: linkKey(secret, "confirm", interestId),
    leaveKey: linkKey(secret, "leave", interestId),
  };
}

/** A call with an optional body. */
const bare = { body: {}, optional: [""] };

/** One valid call of each endpoint for analytics, errors, search and reminders. */
export function watchingSamples({
  anon,
  admin,
  eventId,
  errorReportId,
  upcomingEventId,
  interestId,
  confirmKey,
  leaveKey,
}: Watching & { anon: Client; admin: Client; eventId: number }): Record<string, Sample> {
  return {
    "POST /api/analytics/page-view": {
      as: anon,
      url: "/api/analytics/page-view",
      // Person and referrer accept any text, so they are left out: the test can't make them invalid.
      body: { path: "/", sessionId: "1764300000000-1", deviceType: "mobile", browser: "Safari" },
    },
    "POST /api/analytics/events/{id}/view": { as: anon, url: `/api/analytics/events/${eventId}/view`, ...bare },
    "POST /api/analytics/events/{id}/ticket-click": {
      as: anon,
      url: `/api/analytics/events/${eventId}/ticket-click`,
      ...bare,
    },
    // There are no products yet: each is unknown.
    "POST /api/analytics/products/{id}/view": { as: anon, url: "/api/analytics/products/1/view", ...bare },
    "POST /api/analytics/products/{id}/detail-click": {
      as: anon,
      url: "/api/analytics/products/1/detail-click",
      ...bare,
    },
    "POST /api/analytics/batch": {
      as: anon,
      url: "/api/analytics/batch",
      body: {
        sessionId: "1764300000000-1",
        deviceType: "mobile",
        browser: "Safari",
        items: [{ kind: "page_view", path: "/" }],
      },
    },
    ...panelSamples(admin, eventId),
    "POST /api/errors": {
      as: anon,
      url: "/api/errors",
      body: { message: "Error", route: "/", release: "1" },
    },
    "GET /api/admin/errors": { as: admin, url: "/api/admin/errors?status=open&page=1" },
    "POST /api/admin/errors/{id}/resolve": {
      as: admin,
      url: `/api/admin/errors/${errorReportId}/resolve`,
      body: {},
      optional: [""],
    },
    "POST /api/admin/errors/{id}/reopen": {
      as: admin,
      url: `/api/admin/errors/${errorReportId}/reopen`,
      body: {},
      optional: [""],
    },
    "GET /api/search": { as: anon, url: "/api/search?q=night" },
    "POST /api/events/{id}/reminder": {
      as: anon,
      url: `/api/events/${upcomingEventId}/reminder`,
      body: { email: "ada@example.com" },
      optional: ["email"],
    },
    "POST /api/interest": { as: anon, url: "/api/interest", body: { topic: "live", email: "ada@example.com" } },
    "POST /api/interest/confirm": { as: anon, url: "/api/interest/confirm", body: { id: interestId, key: confirmKey } },
    "POST /api/interest/{id}/unsubscribe": {
      as: anon,
      url: `/api/interest/${interestId}/unsubscribe?key=${leaveKey}`,
      ...bare,
    },
    "GET /api/interest/{id}/unsubscribe": { as: anon, url: `/api/interest/${interestId}/unsubscribe?key=${leaveKey}` },
  };
}

const days = "from=2026-11-01&to=2026-11-28&timeZone=UTC";

/** One valid call of each panel of the figures. */
function panelSamples(as: Client, eventId: number): Record<string, Sample> {
  const get = (path: string, query = ""): Record<string, Sample> => ({
    [`GET /api/admin/${path}`]: { as, url: `/api/admin/${path.replace("{id}", String(eventId))}${query}` },
  });
  return {
    ...get("analytics/now"),
    ...get("analytics/overview", `?${days}&compare=year`),
    ...get("analytics/overview.csv", `?${days}`),
    ...get("analytics/breakdown", `?${days}&by=source`),
    ...get("analytics/breakdown.csv", `?${days}&by=source`),
    ...get("analytics/funnel", `?${days}&funnel=tickets&splitBy=device`),
    ...get("analytics/events/{id}/sales-curve"),
    ...get("analytics/cohorts", "?months=6"),
    ...get("earnings", `?${days}`),
    ...get("earnings.csv", `?${days}`),
    ...get("earnings/events/{id}"),
    ...get("earnings/events/{id}/settlement.pdf"),
    ...get("earnings/events/{id}/settlement.csv"),
  };
}

/** Endpoints whose valid call finds nothing yet, because there are no products. */
export const findsNothingYet = (path: string) => path.startsWith("/api/analytics/products/");
