import type { AuditAction, AuditEntry } from "#contract/audit.ts";
import type { Role } from "#contract/accounts/accounts.ts";
import type { GrantKind } from "#contract/grants/kinds.ts";
import { grantLabels } from "#contract/grants/labels.ts";
import { roles } from "#web/features/accounts/people/labels.ts";
import { nounLabel } from "./changes.ts";

const text = (value: unknown) => (typeof value === "string" || typeof value === "number" ? String(value) : "");
const units = (after: Entry["after"]) => `${text(after?.units)} ${after?.units === 1 ? "item" : "items"}`;
const roleName = (value: unknown) => roles[value as Role]?.label ?? text(value);

/** "1 ticket, 2 items, and shipping": entries of earlier versions call all of it tickets. */
function refundedUnits(after: Entry["after"]): string {
  const counted = (value: unknown, noun: string) =>
    Number(value ?? 0) > 0 ? [`${text(value)} ${value === 1 ? noun : `${noun}s`}`] : [];
  const parts = [
    ...counted(after?.tickets, "ticket"),
    ...counted(after?.items, "item"),
    ...(after?.hasShipping === true ? ["shipping"] : []),
  ];
  return new Intl.ListFormat("en-US").format(parts);
}

/** "Box office permission for Sunset Fete". */
function permission(after: Entry["after"]): string {
  const label = grantLabels[after?.permission as GrantKind];
  if (label === undefined) return "a staff permission";
  return `${label} permission for ${text(after?.event ?? after?.promoter) || "all events"}`;
}

/** What a repair of a discrepancy did. */
const repairs: Record<string, string> = {
  deliver: "completed the order",
  return_money: "refunded the payment",
  retry_refund: "retried the refund",
  void_order: "voided the order",
  void_tickets: "voided tickets",
  ask_provider: "accepted the provider's status",
  replay_webhook: "replayed the webhook",
};

const feePayers: Record<string, string> = {
  absorbed: "the organizer",
  passed_on: "buyers",
  by_type: "set by ticket type",
};

type Entry = Pick<AuditEntry, "before" | "after">;
type Describe = (entry: Entry) => string;

/**
 * Activity log entries as sentences without their subjects, except those that read as they are named; {code} is the code
 * after the action, {before.code} before it.
 */
const sentences: Partial<Record<AuditAction, string | Describe>> = {
  "person.role_changed": ({ before, after }) =>
    `changed the role from ${roleName(before?.role)} to ${roleName(after?.role)}`,
  "person.suspended": "suspended the account",
  "person.unsuspended": "unsuspended the account",
  "person.reset_link_made": "created a password reset link",
  "person.sessions_ended": ({ after }) =>
    after?.sessionsEnded === 1 ? "signed them out of one browser" : "signed them out everywhere",
  "person.factors_reset": "reset two-factor",
  "person.merged": ({ before, after }) =>
    `merged the guest ${text(before?.guest)} into the account: ${text(after?.orders)} ${after?.orders === 1 ? "order" : "orders"}, ${text(after?.tickets)} ${after?.tickets === 1 ? "ticket" : "tickets"}`,
  "person.exported": "downloaded their data",
  "person.chat_timed_out": "gave them a timeout in chat",
  "person.chat_banned": "banned them from chat",
  "person.chat_unbanned": "lifted their chat ban",
  "chat_message.hidden": "hid the chat message",
  "chat_message.restored": "restored the chat message",
  "post.approved": "approved the post",
  "post.hidden": "hid the post",
  "post.restored": "restored the post",
  "comment.approved": "approved the comment",
  "comment.hidden": "hid the comment",
  "comment.restored": "restored the comment",
  "photo.approved": "approved the photo",
  "photo.hidden": "hid the photo",
  "photo.restored": "restored the photo",
  "person.community_warned": "warned them in the community",
  "person.community_muted": "muted them in the community",
  "person.community_unmuted": "ended their mute in the community",
  "person.community_suspended": "suspended them from the community",
  "person.content_removed": "hid everything they posted",
  "person.community_cleared": "suspended them from the community and chat, and hid everything they wrote",
  "person.community_restored": "undid their suspension and showed what they wrote again",
  "edit.hidden": "hid an earlier version from a history",
  "edit.restored": "restored an earlier version in a history",
  "person.report_dismissed": "dismissed a report about them",
  "person.deleted": "deleted the account",
  "grant.created": ({ after }) => `gave ${permission(after)}`,
  "grant.changed": ({ after }) => `changed ${permission(after)}`,
  "grant.ended": ({ after }) => `removed ${permission(after)}`,
  "settings.changed": ({ after }) => `changed ${Object.keys(after ?? {}).length === 1 ? "a setting" : "settings"}`,
  "policy.changed": ({ after }) =>
    after?.required === true ? "required two-factor for all staff" : "stopped requiring two-factor for all staff",
  "comp.issued": "issued {tickets} × {type} for {event} to {guest}",
  "comp.revoked": "revoked the comp for {guest}",
  "comp_batch.issued": ({ after }) =>
    after?.link === true
      ? `created a claim link for ${text(after.tickets)} free tickets`
      : `issued ${text(after?.tickets)} free tickets to ${text(after?.guests)} guests`,
  "comp_batch.stopped": "stopped issuing free tickets to a guest list",
  "comp_batch.revoked": "revoked the free tickets of a guest list",
  "reconciliation_run.started": "started a reconciliation",
  "discrepancy.repaired": ({ after }) => `resolved a discrepancy: ${repairs[text(after?.how)] ?? text(after?.how)}`,
  "discrepancy.resolved": "marked a discrepancy as resolved manually",
  "webhook_event.replayed": "replayed a payment webhook",
  "event.refunds_proposed": "proposed refunding all orders for the event",
  "event.refunds_started": "started refunding all orders for the event",
  "event.refunds_paused": "paused the event's refunds",
  "event.refunds_resumed": "resumed the event's refunds",
  "event.refunds_withdrawn": "withdrew the event's refunds",
  "order.refunded": ({ after }) => `refunded ${refundedUnits(after)} from order ${text(after?.number)}`,
  "order.difference_returned": "refunded the price difference for ticket {ticket} in order {number}",
  "order.refund_retried": "retried a failed refund",
  "order.refund_paid_by_hand": "marked a failed refund as paid another way",
  "promo_code.batch_created": "created {count} promo codes that start with {prefix}",
  "promoter.created": "created a promoter link for {name}",
  "promoter.changed": "changed the promoter link for {name}",
  "promoter.paused": "paused the promoter link for {name}",
  "promoter.resumed": "resumed the promoter link for {name}",
  "promoter.ended": "ended the promoter link for {name}",
  "promoter.link_renewed": "created a new results page link for {name}",
  "event.changed": ({ after }) =>
    `changed ${Object.keys(after ?? {}).length === 1 ? "one detail" : `${Object.keys(after ?? {}).length} details`} of the event`,
  "event.published": "published the event",
  "event.unlisted": "made the event unlisted",
  "event.scheduled": "scheduled the event's publish date",
  "event.unpublished": "unpublished the event",
  "event.copied": "created {title} from another event",
  "event.deleted": "deleted the draft {before.title}",
  "event.canceled": "canceled the event",
  "event.postponed": "postponed the event",
  "event.rescheduled": "rescheduled the event",
  "event.holders_notified": "updated ticket holders about a new time or venue ({people} notified)",
  "event.holders_not_notified":
    "corrected the event's time or venue without notifying ticket holders ({people} affected)",
  "event.capacity_changed": ({ after }) =>
    after === null || after.people === null
      ? "removed the event's capacity"
      : `set the event's capacity to ${text(after.people)} people`,
  "event.fees_changed": ({ after }) =>
    `set who pays the event's fees: ${feePayers[text((after?.fees as { kind?: string })?.kind)] ?? "unknown"}`,
  "ticket_type.ended": "ended sales of {name}",
  "ticket_type.ordered": "reordered the ticket types",
  "order.invoice_made": "created the order's invoice",
  "order.invoice_corrected": "corrected invoice {before.invoice} and replaced it with {invoice}",
  "order.amount_refunded": "refunded {amount} of order {number}",
  "order.shipped": ({ after }) => `shipped ${units(after)} of order ${text(after?.number)}`,
  "order.tracking_changed": "changed the tracking number of a parcel of order {number} to {tracking}",
  "order.parcel_voided": ({ after }) => `voided a parcel with ${units(after)} of order ${text(after?.number)}`,
  "order.downloads_renewed": ({ after }) =>
    `renewed the downloads of ${text(after?.name)} in order ${text(after?.number)}`,
  "order.handed_over": ({ after }) => `handed over ${units(after)} of order ${text(after?.number)}`,
  "order.handover_undone": ({ after }) => `undid the handover of ${units(after)} of order ${text(after?.number)}`,
  "order.items_returned": ({ after }) =>
    `recorded the return of ${units(after)} of order ${text(after?.number)}${after?.isRestocked === true ? " and put them back on sale" : ""}`,
  "order.email_changed": "changed the order's email from {before.email} to {email}",
  "order.tickets_emailed": "emailed the order's tickets to {to}",
  "order.noted": "added a note to the order",
  "order.note_deleted": "deleted a note",
  "ticket.renamed": "changed the name on ticket {ticket} from {before.holder} to {holder}",
  "ticket.recoded": "issued a new code for ticket {ticket}",
  "ticket.moved": "moved ticket {ticket} from {before.type}, {before.event} to {type}, {event}",
  "ticket.canceled": ({ after }) =>
    `canceled ticket ${text(after?.ticket)}${after?.spotForSale === true ? " and put its spot back on sale" : ""}`,
  "ticket.checked_in": "checked in ticket {ticket} manually",
  "ticket.check_in_undone": "undid the check-in of ticket {ticket}",
  "scan.conflict_resolved": "resolved an offline scan",
  "mail.resent": "resent an email to {to}",
  "mail.all_resent": ({ after }) =>
    `sent ${text(after?.count)} ${after?.count === 1 ? "email" : "emails"} that waited for an email server`,
  "email_text.reset": "reset an email's text",
  "email_text.tested": "sent a test email to {to}",
  "stream.went_live": "went live with {title}",
  "stream.encoder_switched": "switched the encoder of {title}",
  "stream.replay_published": "published the replay of {title}",
  "stream.replay_unpublished": "unpublished the replay of {title}",
};

/** One activity log entry as a sentence without its subject: "deleted the promo code SOCA10". */
export function describeAction({ action, before, after }: Entry & Pick<AuditEntry, "action">): string {
  const sentence = sentences[action];
  if (sentence === undefined) {
    const [noun = "", done] = action.split(".");
    const { code, file, title, name } = { ...before, ...after };
    return `${done} the ${nounLabel(noun)} ${text(code ?? file ?? title ?? name)}`.trimEnd();
  }
  if (typeof sentence !== "string") return sentence({ before, after });
  return sentence.replace(/\{(before\.)?(\w+)\}/g, (_, old?: string, name = "") =>
    text((old ? before : after)?.[name]),
  );
}
