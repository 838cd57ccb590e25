import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { Cursor, CursorList, Email, Id, Instant, Line, Page, Uuid } from "./shapes.ts";

/** Why staff did something: kept with what they did. */
export const Reason = Line(3, 200);

/** `given`: it lets people in. `used`: all of them are in. `revoked`: it lets nobody in. */
export const CompState = z.enum(["given", "used", "revoked"]);
export type CompState = z.infer<typeof CompState>;

/** Tickets that staff gave to one guest: an order of nothing to pay, whose id and number it has. */
export const Comp = z.object({
  id: Uuid,
  number: z.string(),
  guest: z.object({ name: z.string(), email: z.string() }),
  event: z.object({ id: Id, slug: z.string(), title: z.string(), startsAt: Instant, timeZone: z.string() }),
  ticketTypeName: z.string(),
  /** Units of the ticket type, and the tickets that they brought. */
  quantity: z.int(),
  ticketCount: z.int(),
  admittedCount: z.int(),
  state: CompState,
  reason: z.string(),
  issuedBy: z.string(),
  issuedAt: Instant,
  revoked: z.object({ at: Instant, by: z.string(), reason: z.string() }).nullable(),
});
export type Comp = z.infer<typeof Comp>;

export const CompSort = z.enum(["-issuedAt", "issuedAt", "guest", "-guest", "night", "-night"]);
export type CompSort = z.infer<typeof CompSort>;

export const CompListQuery = z.object({
  /** Words of the guest, the address, the number, the reason or the issuer. */
  q: z.string().trim().max(100).optional(),
  eventId: z
    .string()
    .regex(/^[1-9]\d{0,15}$/)
    .transform(Number)
    .pipe(Id)
    .optional(),
  state: CompState.optional(),
  sort: CompSort.default("-issuedAt"),
  page: Page,
  cursor: Cursor,
});
export type CompListQuery = z.infer<typeof CompListQuery>;

export const listComps = endpoint({
  method: "GET",
  path: "/api/admin/comps",
  summary: "Free tickets: to whom, by whom, why, and whether they came",
  access: "admin",
  limit: "read",
  query: CompListQuery,
  reply: CursorList(Comp),
  errors: ["invalid_input"],
});

export const exportComps = endpoint({
  method: "GET",
  path: "/api/admin/comps.csv",
  summary: "The same list, whole, as a file for spreadsheets",
  access: "admin",
  limit: "write",
  delicate: true,
  query: CompListQuery.omit({ page: true, cursor: true }),
  reply: z.string(),
  errors: ["invalid_input"],
});

export const CompDraft = z.strictObject({
  ticketTypeId: Id,
  quantity: z.int().min(1).max(10),
  guest: z.strictObject({ name: Line(1, 120), email: Email }),
  reason: Reason,
});
export type CompDraft = z.infer<typeof CompDraft>;

export const issueComp = endpoint({
  method: "POST",
  path: "/api/admin/comps",
  summary: "Give free tickets out of the night's own stock, and mail them to the guest",
  access: "admin",
  limit: "write",
  idempotent: true,
  body: CompDraft,
  reply: Comp,
  status: 201,
  errors: ["invalid_input", "not_found", "sold_out", "sales_closed", "unavailable"],
});

export const revokeComp = endpoint({
  method: "POST",
  path: "/api/admin/comps/{id}/revoke",
  summary: "Take free tickets back: their codes are void at the door and their places are for sale again",
  access: "admin",
  limit: "write",
  params: z.object({ id: Uuid }),
  body: z.strictObject({ reason: Reason }),
  reply: Comp,
  errors: ["invalid_input", "not_found", "order_closed"],
});
