import { z } from "zod";
import { adminEndpoint, fileEndpoint } from "../endpoint.ts";
import { ById, Id, IdParam, Items, Line } from "../shapes.ts";

/** Who gives comps for an event, such as a promoter or a DJ, and how many tickets they can give. */
export const CompHost = z.object({
  id: Id,
  eventId: Id,
  name: z.string(),
  /** Tickets that the host can give in total. */
  budget: z.int(),
  /** Tickets given, and reserved for lists and links that are being issued. Revoked ones don't count. */
  usedCount: z.int(),
  /** Tickets that are valid, and those of them that are checked in: the host's show rate. */
  ticketCount: z.int(),
  admittedCount: z.int(),
});
export type CompHost = z.infer<typeof CompHost>;

const budget = z.int().min(0).max(100_000);

/** By name. */
export const listCompHosts = adminEndpoint(
  "GET /api/admin/comp-hosts",
  "An event's hosts: budget, comps given, and how many of their guests are checked in",
  { query: z.object({ eventId: IdParam }), reply: Items(CompHost) },
);

/** The same as files. */
export const exportCompHosts = fileEndpoint("/api/admin/comp-hosts.csv", z.object({ eventId: IdParam }));

/** `budget` is in tickets. */
export const CompHostDraft = z.strictObject({ eventId: Id, name: Line(1, 120), budget });
export type CompHostDraft = z.infer<typeof CompHostDraft>;

/**
 * The budget is stock: comps take from it in the same claim as their tickets, so it's never exceeded. `already_exists`
 * if the event has a host of this name.
 */
export const createCompHost = adminEndpoint("POST /api/admin/comp-hosts", "Give a host a budget of comps", {
  body: CompHostDraft,
  reply: CompHost,
  status: 201,
  errors: ["not_found", "already_exists"],
});

/** `capacity_taken` for a budget below what was given already. */
export const changeCompHost = adminEndpoint("PATCH /api/admin/comp-hosts/{id}", "Change a host's name or budget", {
  params: ById,
  body: CompHostDraft.omit({ eventId: true }),
  reply: CompHost,
  errors: ["not_found", "already_exists", "capacity_taken"],
});
