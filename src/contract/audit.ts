import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { Cursor, CursorList, Id, IdParam, Instant, Page } from "./shapes.ts";

/** What staff can have done; the web has the sentences. */
export const AuditAction = z.enum([
  "comp.issued",
  "comp.revoked",
  "comparison.started",
  "exception.repaired",
  "exception.settled",
  "notice.replayed",
  "mail.resent",
  "order.invoice_made",
  "order.invoice_corrected",
  "order.noted",
  "order.note_struck",
  "ticket.renamed",
  "ticket.recoded",
  "ticket.moved",
  "ticket.cancelled",
  "ticket.checked_in",
  "ticket.check_in_undone",
  "night.refunds_proposed",
  "night.refunds_started",
  "night.refunds_paused",
  "night.refunds_resumed",
  "night.refunds_withdrawn",
  "order.refunded",
  "order.difference_returned",
  "order.refund_retried",
  "order.refund_paid_by_hand",
  "night.people_changed",
  "night.fees_changed",
  "night.created",
  "night.changed",
  "night.published",
  "night.unlisted",
  "night.scheduled",
  "night.unpublished",
  "night.copied",
  "night.deleted",
  "night.cancelled",
  "night.postponed",
  "night.moved",
  "night.holders_told",
  "night.holders_not_told",
  "picture.uploaded",
  "picture.changed",
  "picture.replaced",
  "picture.deleted",
  "person.role_changed",
  "person.suspended",
  "person.unsuspended",
  "person.reset_link_made",
  "pool.added",
  "pool.changed",
  "pool.deleted",
  "ticket_type.added",
  "ticket_type.changed",
  "ticket_type.deleted",
  "ticket_type.ended",
  "ticket_type.ordered",
  "promo_code.created",
  "promo_code.changed",
  "promo_code.paused",
  "promo_code.resumed",
  "promo_code.ended",
  "promo_code.deleted",
  "promoter.created",
  "promoter.changed",
  "promoter.paused",
  "promoter.resumed",
  "promoter.ended",
  "promoter.link_renewed",
  "person.sessions_ended",
  "person.factors_reset",
  "person.merged",
  "person.exported",
  "person.deleted",
  "policy.changed",
  "settings.changed",
  "venue.added",
  "venue.changed",
]);
export type AuditAction = z.infer<typeof AuditAction>;

export const AuditTarget = z.enum([
  "person",
  "order",
  "mail",
  "comparison",
  "exception",
  "notice",
  "night",
  "venue",
  "picture",
  "promo_code",
  "promoter",
  "setting",
]);
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

const auditFilter = {
  kind: AuditTarget.optional(),
  id: z.string().trim().max(64).optional(),
  action: AuditAction.optional(),
  staffId: IdParam.optional(),
  /** From this instant on. */
  from: Instant.optional(),
  /** Before this one. */
  until: Instant.optional(),
};

export const listAudit = endpoint({
  method: "GET",
  path: "/api/admin/audit",
  summary: "What staff did, newest first; of one person, order or mail when its kind and id are given",
  access: "admin",
  limit: "read",
  query: z.object({ ...auditFilter, page: Page, cursor: Cursor }),
  reply: CursorList(AuditEntry),
  errors: ["invalid_input"],
});

export const exportAudit = endpoint({
  method: "GET",
  path: "/api/admin/audit.csv",
  summary: "The same list, whole, as a file for spreadsheets",
  access: "admin",
  limit: "write",
  delicate: true,
  query: z.object(auditFilter),
  reply: z.string(),
  errors: ["invalid_input"],
});

export const listAuditStaff = endpoint({
  method: "GET",
  path: "/api/admin/audit/staff",
  summary: "Everybody who stands in the log as having done something",
  access: "admin",
  limit: "read",
  reply: z.object({
    items: z.array(z.object({ id: Id, name: z.string() })),
    /** Everything that can be done, and to what. */
    actions: z.array(AuditAction),
    kinds: z.array(AuditTarget),
  }),
  errors: [],
});

/** The chain of seals over the log: an entry that is changed, taken out or put in later does not fit it. */
export const AuditChain = z.object({
  /**
   * `broken`: an entry is not as it was written; `late`: entries wait too long for their seal; `unknown`: the first round
   * along the log is not through.
   */
  state: z.enum(["whole", "broken", "late", "unknown"]),
  /** How many entries are sealed, and the last seal as hexadecimal digits: noted elsewhere, it proves all before it. */
  sealed: z.int(),
  hash: z.string(),
  sealedAt: Instant.nullable(),
  /** When the last look at the whole log began that found it as it was written. */
  wholeAt: Instant.nullable(),
  /** The first entry that does not fit, and since when the site knows. */
  brokenEntryId: Id.nullable(),
  brokenSince: Instant.nullable(),
  /** Entries that wait for their seal; seconds, when all is well. */
  waiting: z.int(),
});
export type AuditChain = z.infer<typeof AuditChain>;

export const getAuditChain = endpoint({
  method: "GET",
  path: "/api/admin/audit/chain",
  summary: "Whether the log is still as it was written",
  access: "admin",
  limit: "read",
  reply: AuditChain,
  errors: [],
});
