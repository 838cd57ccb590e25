import type { Endpoint } from "../endpoint.ts";
import type { GrantKind } from "./kinds.ts";

/** What a call can name whose event decides who may call it. */
export type ScopedNoun =
  | "comp"
  | "comp_wish"
  | "event"
  | "order"
  | "order_note"
  | "promoter"
  | "scan_conflict"
  | "ticket";

/** Which grants open an endpoint for people who lack its role, and of which rows. */
export interface Right {
  grants: readonly GrantKind[];
  /**
   * - `site`: only a grant for all events opens it.
   * - `rows`: it lists the rows of the caller's events, and no others.
   * - the noun that the call names, and where: for the events of others it doesn't exist (`not_found`).
   */
  scope: "site" | "rows" | { noun: ScopedNoun; at: `${"params" | "query" | "body"}${string}` };
}

const site = (...grants: GrantKind[]): Right => ({ grants, scope: "site" });
const rows = (...grants: GrantKind[]): Right => ({ grants, scope: "rows" });
const of = (noun: ScopedNoun, at: `${"params" | "query" | "body"}${string}`, ...grants: GrantKind[]): Right => ({
  grants,
  scope: { noun, at },
});

/** The same right for a list and both of its files. */
const withFiles = (path: string, right: Right): Record<string, Right> => ({
  [`GET ${path}`]: right,
  [`GET ${path}.csv`]: right,
  [`GET ${path}.xlsx`]: right,
});

/** Check-in: both who stands at the door and who sells there. */
const atDoor = (at: `body${string}` | "params.id") => of("event", at, "door", "box_office");

const door = {
  "GET /api/door/events": rows("door", "box_office"),
  "GET /api/door/events/{id}": atDoor("params.id"),
  "GET /api/door/events/{id}/tickets": atDoor("params.id"),
  "GET /api/door/events/{id}/snapshot": atDoor("params.id"),
  "GET /api/door/events/{id}/pickups": atDoor("params.id"),
  "GET /api/door/scans": rows("door", "box_office"),
  "POST /api/door/check-ins": atDoor("body.eventId"),
  "POST /api/door/pickups": atDoor("body.eventId"),
  "POST /api/door/pickups/handovers": atDoor("body.eventId"),
  "POST /api/door/pickups/undo": atDoor("body.eventId"),
  "POST /api/door/tickets/{id}/undo": atDoor("body.eventId"),
  "POST /api/scans": atDoor("body.eventId"),
  // Each scan of a list is judged by itself: one of another event doesn't stop the others.
  "POST /api/scans/batch": rows("door", "box_office"),
  "GET /api/door/conflicts": of("event", "query.event", "door", "box_office"),
  "POST /api/door/conflicts/{id}/resolve": of("scan_conflict", "params.id", "door", "box_office"),
  "GET /api/admin/events/{id}/door-list.pdf": atDoor("params.id"),
} satisfies Record<string, Right>;

const ofTicket = of("ticket", "params.id", "box_office");
const ofOrder = of("order", "params.id", "box_office");

const boxOffice = {
  "GET /api/admin/event-options": rows("door", "box_office", "marketing", "finance"),
  ...withFiles("/api/admin/box-office/events", rows("box_office", "finance")),
  "GET /api/admin/box-office/events/{id}": of("event", "params.id", "box_office", "finance"),
  "GET /api/admin/box-office/events/{id}/sales": of("event", "params.id", "box_office", "finance"),
  ...withFiles("/api/admin/orders", rows("box_office", "finance")),
  "GET /api/admin/orders/{id}": of("order", "params.id", "box_office", "finance"),
  "POST /api/admin/orders/{id}/confirmation": ofOrder,
  "POST /api/admin/orders/{id}/tickets-email": ofOrder,
  "POST /api/admin/orders/{id}/email": ofOrder,
  "POST /api/admin/orders/{id}/notes": ofOrder,
  "POST /api/admin/order-notes/{id}/delete": of("order_note", "params.id", "box_office"),
  ...withFiles("/api/admin/tickets", rows("box_office", "finance")),
  "POST /api/admin/tickets/{id}/rename": ofTicket,
  "POST /api/admin/tickets/{id}/new-code": ofTicket,
  "POST /api/admin/tickets/{id}/check-in": ofTicket,
  "POST /api/admin/tickets/{id}/check-in/undo": ofTicket,
  "GET /api/admin/scans.csv": rows("box_office"),
  "GET /api/admin/scans.xlsx": rows("box_office"),
  "POST /api/admin/person-lists/read": rows("box_office"),
} satisfies Record<string, Right>;

/** A host's own comps; what is of all hosts of an event is for its box office. */
const comps = {
  ...withFiles("/api/admin/comps", rows("box_office", "host")),
  "POST /api/admin/comps": of("comp_wish", "body", "box_office", "host"),
  "POST /api/admin/comps/{id}/revoke": of("comp", "params.id", "box_office", "host"),
  "GET /api/admin/comps/{id}/tickets.pdf": of("comp", "params.id", "box_office", "host"),
  ...withFiles("/api/admin/comp-hosts", rows("box_office", "host")),
  ...withFiles("/api/admin/comp-batches", rows("box_office")),
  "GET /api/admin/comp-batches/{id}": of("comp", "params.id", "box_office"),
  "POST /api/admin/comp-batches/{id}/stop": of("comp", "params.id", "box_office"),
  "POST /api/admin/comp-batches/{id}/revoke": of("comp", "params.id", "box_office"),
  "POST /api/admin/comp-batches/check": of("comp_wish", "body", "box_office"),
  "POST /api/admin/comp-batches": of("comp_wish", "body", "box_office"),
  "POST /api/admin/comp-batches/links": of("comp_wish", "body", "box_office"),
} satisfies Record<string, Right>;

const ofDocument = of("order", "params.id", "finance", "box_office");
const settlement = of("event", "params.id", "finance");

/** Finance reads; what moves money is for admins. */
const finance = {
  "GET /api/orders/{id}/documents": ofDocument,
  "GET /api/orders/{id}/documents/{documentId}": ofDocument,
  "GET /api/orders/{id}/receipt.pdf": ofDocument,
  "GET /api/orders/{id}/invoice.pdf": ofDocument,
  "GET /api/admin/order-documents.csv": site("finance"),
  "GET /api/admin/earnings": site("finance"),
  "GET /api/admin/earnings.csv": site("finance"),
  "GET /api/admin/earnings/events/{id}": settlement,
  "GET /api/admin/earnings/events/{id}/settlement.csv": settlement,
  "GET /api/admin/earnings/events/{id}/settlement.pdf": settlement,
  "GET /api/admin/events/{id}/refunds": settlement,
  "GET /api/admin/ledger": site("finance"),
  "GET /api/admin/ledger.csv": site("finance"),
  "GET /api/admin/ledger-entries.csv": site("finance"),
  "GET /api/admin/ledger-entries.xlsx": site("finance"),
  "GET /api/admin/ledger/balances": site("finance"),
  ...withFiles("/api/admin/money/discrepancies", site("finance")),
  ...withFiles("/api/admin/money/disputes", site("finance")),
  ...withFiles("/api/admin/money/reconciliation-runs", site("finance")),
  ...withFiles("/api/admin/money/webhook-events", site("finance")),
  "GET /api/admin/money/webhook-events/{provider}/{webhookEventId}": site("finance"),
  ...withFiles("/api/admin/invariants", site("finance")),
  "GET /api/admin/reports/products": site("finance"),
  "GET /api/admin/reports/products.csv": site("finance"),
  "GET /api/admin/analytics/overview": site("finance"),
  "GET /api/admin/analytics/overview.csv": site("finance"),
  "GET /api/admin/analytics/breakdown": site("finance"),
  "GET /api/admin/analytics/breakdown.csv": site("finance"),
  "GET /api/admin/analytics/funnel": site("finance"),
  "GET /api/admin/analytics/cohorts": site("finance"),
  "GET /api/admin/analytics/events/{id}/sales-curve": site("finance"),
  ...withFiles("/api/admin/promoters", site("finance")),
  "GET /api/admin/promoters/{id}/results": of("promoter", "params.id", "finance", "promoter"),
} satisfies Record<string, Right>;

const campaign = (method: "GET" | "POST" | "PUT" | "DELETE", path = "") => `${method} /api/admin/campaigns${path}`;

/** Campaigns reach people of all events, so only a grant for all events opens them. */
const marketing = {
  "GET /api/admin/analytics/now": site("marketing", "finance"),
  ...withFiles("/api/admin/campaigns", site("marketing")),
  ...withFiles("/api/admin/campaigns/{id}/recipients", site("marketing")),
  [campaign("POST")]: site("marketing"),
  [campaign("GET", "/preview.html")]: site("marketing"),
  [campaign("GET", "/{id}")]: site("marketing"),
  [campaign("GET", "/{id}/html")]: site("marketing"),
  [campaign("PUT", "/{id}")]: site("marketing"),
  [campaign("DELETE", "/{id}")]: site("marketing"),
  ...Object.fromEntries(
    ["copy", "pause", "resume", "schedule", "stop", "test", "unschedule"].map((step) => [
      campaign("POST", `/{id}/${step}`),
      site("marketing"),
    ]),
  ),
  ...withFiles("/api/admin/audiences", site("marketing")),
  "POST /api/admin/audiences": site("marketing"),
  "POST /api/admin/audiences/preview": site("marketing"),
  "PUT /api/admin/audiences/{id}": site("marketing"),
  "DELETE /api/admin/audiences/{id}": site("marketing"),
  // Its files have revenue.
  "GET /api/admin/automations": site("marketing"),
  "POST /api/admin/automations": site("marketing"),
  "PUT /api/admin/automations/{id}": site("marketing"),
  "DELETE /api/admin/automations/{id}": site("marketing"),
  "POST /api/admin/automations/{id}/test": site("marketing"),
  ...withFiles("/api/admin/suppressions", site("marketing")),
  "POST /api/admin/suppressions": site("marketing"),
  "POST /api/admin/suppressions/{id}/lift": site("marketing"),
  "GET /api/admin/email-overview": site("marketing"),
} satisfies Record<string, Right>;

/**
 * Who may call which staff endpoint besides those who have its role. Endpoints that aren't here are for their role only.
 * The server enforces this table; the access table shows it.
 */
export const rights: Readonly<Record<string, Right>> = { ...door, ...boxOffice, ...comps, ...finance, ...marketing };

/** What grants open of an endpoint; undefined if none does. */
export const rightOf = ({ method, path }: Pick<Endpoint, "method" | "path">): Right | undefined =>
  rights[`${method} ${path}`];
