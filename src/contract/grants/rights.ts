import type { Endpoint } from "../endpoint.ts";
import type { GrantKind } from "./kinds.ts";

/** What a call can name whose event decides who may call it. */
export type ScopedNoun = "comp" | "comp_batch" | "comp_wish" | "event" | "order" | "order_note" | "promoter" | "ticket";

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

const door = {
  "GET /api/door/events": rows("door", "box_office"),
  "GET /api/door/events/{id}": of("event", "params.id", "door", "box_office"),
  "GET /api/door/events/{id}/tickets": of("event", "params.id", "door", "box_office"),
  "GET /api/door/events/{id}/pickups": of("event", "params.id", "door", "box_office"),
  "GET /api/door/scans": rows("door", "box_office"),
  "POST /api/door/check-ins": of("event", "body.eventId", "door", "box_office"),
  "POST /api/door/pickups": of("event", "body.eventId", "door", "box_office"),
  "POST /api/door/pickups/handovers": of("event", "body.eventId", "door", "box_office"),
  "POST /api/door/pickups/undo": of("event", "body.eventId", "door", "box_office"),
  "POST /api/door/tickets/{id}/undo": of("event", "body.eventId", "door", "box_office"),
  "POST /api/scans": of("event", "body.eventId", "door", "box_office"),
  "POST /api/scans/batch": of("event", "body.scans.eventId", "door", "box_office"),
} satisfies Record<string, Right>;

/**
 * Who may call which staff endpoint besides those who have its role. Endpoints that aren't here are for their role only.
 * The server enforces this table; the access table shows it.
 */
export const rights: Readonly<Record<string, Right>> = { ...door };

/** What grants open of an endpoint; undefined if none does. */
export const rightOf = ({ method, path }: Pick<Endpoint, "method" | "path">): Right | undefined =>
  rights[`${method} ${path}`];
