import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { Id, Instant, List, Page } from "./shapes.ts";

/** What staff can have done; the web has the sentences. */
export const AuditAction = z.enum([
  "comp.issued",
  "comp.revoked",
  "mail.resent",
  "person.role_changed",
  "person.suspended",
  "person.unsuspended",
  "person.reset_link_made",
]);
export type AuditAction = z.infer<typeof AuditAction>;

export const AuditTarget = z.enum(["person", "order", "mail", "night"]);
export type AuditTarget = z.infer<typeof AuditTarget>;

/** One thing that one of the staff did: nobody can change or delete it. */
export const AuditEntry = z.object({
  id: Id,
  at: Instant,
  staff: z.object({ id: Id, name: z.string() }),
  action: AuditAction,
  target: z.object({ kind: AuditTarget, id: z.string() }),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
  reason: z.string().nullable(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

export const listAudit = endpoint({
  method: "GET",
  path: "/api/admin/audit",
  summary: "What staff did, newest first; of one person, order or mail when its kind and id are given",
  access: "admin",
  limit: "read",
  query: z.object({ kind: AuditTarget.optional(), id: z.string().trim().max(64).optional(), page: Page }),
  reply: List(AuditEntry),
  errors: ["invalid_input"],
});
