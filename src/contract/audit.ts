import { z } from "zod";
import { adminEndpoint, fileEndpoint, listEndpoint } from "./endpoint.ts";
import { CursorList, Id, IdParam, Instant, InstantOrNull, Named, paging, TextOrNull } from "./shapes.ts";

/** Staff actions that this contract names: the web app has a sentence for each that doesn't read as it is named. */
export const NamedAction = z.enum([
  "comp.issued",
  "comp.revoked",
  "comp_batch.issued",
  "comp_batch.stopped",
  "comp_batch.revoked",
  "reconciliation_run.started",
  "discrepancy.repaired",
  "discrepancy.resolved",
  "webhook_event.replayed",
  "mail.resent",
  "mail.retried",
  "mail.all_resent",
  "campaign.scheduled",
  "campaign.unscheduled",
  "campaign.stopped",
  "campaign.tested",
  "automation.tested",
  "suppression.lifted",
  "email.tested",
  "order.invoice_made",
  "order.invoice_corrected",
  "order.email_changed",
  "order.tickets_emailed",
  "order.noted",
  "order.note_deleted",
  "ticket.renamed",
  "ticket.recoded",
  "ticket.moved",
  "ticket.canceled",
  "ticket.checked_in",
  "ticket.check_in_undone",
  "scan.conflict_resolved",
  "event.refunds_proposed",
  "event.refunds_started",
  "event.refunds_paused",
  "event.refunds_resumed",
  "event.refunds_withdrawn",
  "order.refunded",
  "order.difference_returned",
  "order.amount_refunded",
  "order.shipped",
  "order.tracking_changed",
  "order.parcel_voided",
  "order.handed_over",
  "order.downloads_renewed",
  "order.handover_undone",
  "order.items_returned",
  "order.refund_retried",
  "order.refund_paid_by_hand",
  "event.capacity_changed",
  "event.fees_changed",
  "event.created",
  "event.changed",
  "event.published",
  "event.unlisted",
  "event.scheduled",
  "event.unpublished",
  "event.copied",
  "event.deleted",
  "event.canceled",
  "event.postponed",
  "event.rescheduled",
  "event.holders_notified",
  "event.holders_not_notified",
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
  "promo_code.batch_created",
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
  "stream.published",
  "stream.unpublished",
  "stream.went_live",
  "stream.encoder_switched",
  "stream.replay_published",
  "stream.replay_unpublished",
  "stream_key.revoked",
  "person.sessions_ended",
  "person.factors_reset",
  "person.merged",
  "person.exported",
  "person.deleted",
  "person.chat_timed_out",
  "person.chat_banned",
  "person.chat_unbanned",
  "chat_message.hidden",
  "chat_message.restored",
  "post.approved",
  "post.hidden",
  "post.restored",
  "comment.approved",
  "comment.hidden",
  "comment.restored",
  "photo.approved",
  "photo.hidden",
  "photo.restored",
  "person.community_warned",
  "person.community_muted",
  "person.community_unmuted",
  "person.community_suspended",
  "person.content_removed",
  "person.community_cleared",
  "person.community_restored",
  "edit.hidden",
  "edit.restored",
  "person.report_dismissed",
  "policy.changed",
  "settings.changed",
  "email_text.reset",
  "email_text.tested",
  "venue.added",
  "venue.changed",
]);
export type NamedAction = z.infer<typeof NamedAction>;

/** Other modules' actions say what was done to what: `venue_note.deleted` is read as "deleted the venue note". */
const PlainAction = z.templateLiteral([
  z.string().regex(/[a-z_]{1,40}/),
  ".",
  z.enum(["added", "changed", "created", "deleted", "ended", "paused", "replaced", "resumed", "uploaded"]),
]);

/** A named action, or a noun of another module with a plain verb: `venue_note.deleted`. */
export const AuditAction = z.union([NamedAction, PlainAction]);
export type AuditAction = z.infer<typeof AuditAction>;

/** What actions are about. The noun of another module's action is one too. */
export const NamedTarget = z.enum([
  "person",
  "order",
  "mail",
  "reconciliation_run",
  "discrepancy",
  "webhook_event",
  "event",
  "venue",
  "picture",
  "promo_code",
  "promoter",
  "setting",
]);
export type NamedTarget = z.infer<typeof NamedTarget>;

/** A named kind, or the noun of another module's action. */
export const AuditTarget = z.union([NamedTarget, z.string().regex(/^[a-z_]{1,40}$/)]);
export type AuditTarget = z.infer<typeof AuditTarget>;

/** One staff action. It can't be changed or deleted. */
export const AuditEntry = z.object({
  id: Id,
  at: Instant,
  staff: Named,
  action: AuditAction,
  /** `name`: what people call it, such as an order's number; null in lists that are about one thing, and once it is deleted. */
  target: z.object({ kind: AuditTarget, id: z.string(), name: TextOrNull }),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
  reason: TextOrNull,
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

/** `invalid_input` for a kind or an action that no module has. */
export const listAudit = listEndpoint(
  "/api/admin/audit",
  "The activity log, newest first; for one customer, order or email if kind and id are given",
  z.object({ ...auditFilter, ...paging }),
  CursorList(AuditEntry),
);

/** Times are in UTC; `before` and `after` are JSON. */
export const exportAudit = fileEndpoint("/api/admin/audit.csv", z.object(auditFilter));

/** For the log's filters. Names are as of someone's latest action. */
export const listAuditStaff = adminEndpoint("GET /api/admin/audit/staff", "Staff who appear in the activity log", {
  reply: z.object({
    items: z.array(Named),
    /** All actions, and all kinds of targets. */
    actions: z.array(AuditAction),
    kinds: z.array(AuditTarget),
  }),
});

/** The activity log's hash chain: an entry that is changed, deleted or inserted later doesn't match it. */
export const AuditHashChain = z.object({
  /**
   * `broken`: an entry has changed since it was written. `late`: entries wait too long for their hash. `unknown`: the
   * first full check isn't done.
   */
  status: z.enum(["whole", "broken", "late", "unknown"]),
  /** How many entries are hashed, and the last hash in hex. If stored elsewhere, it proves all entries before it. */
  hashed: z.int(),
  hash: z.string(),
  hashedAt: InstantOrNull,
  /** When the last full check that found no changes began. */
  wholeAt: InstantOrNull,
  /** The first entry that doesn't match, and when the site found it. */
  brokenEntryId: Id.nullable(),
  brokenSince: InstantOrNull,
  /** Entries that wait for their hash: normally for seconds. */
  waiting: z.int(),
});
export type AuditHashChain = z.infer<typeof AuditHashChain>;

/** What the job found last. The call itself checks nothing. */
export const getAuditHashChain = adminEndpoint(
  "GET /api/admin/audit/hash-chain",
  "Whether the activity log's hash chain is intact",
  {
    reply: AuditHashChain,
  },
);
