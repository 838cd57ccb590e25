import type { AuditAction, AuditEntry } from "#contract/audit.ts";
import type { Role } from "#contract/accounts.ts";
import type { PeopleFilter } from "#contract/people.ts";
import type { BadgeWords } from "#web/ui/badge.tsx";

export const roles: Record<Role, BadgeWords> = {
  guest: { label: "Guest", tone: "plain" },
  user: { label: "User", tone: "plain" },
  moderator: { label: "Moderator", tone: "good" },
  admin: { label: "Admin", tone: "gold" },
};

export const filters: { value: PeopleFilter; label: string }[] = [
  { value: "accounts", label: "All accounts" },
  { value: "user", label: "Users" },
  { value: "moderator", label: "Moderators" },
  { value: "admin", label: "Admins" },
  { value: "guest", label: "Guests" },
  { value: "everyone", label: "Everyone" },
];

const text = (value: unknown) => (typeof value === "string" || typeof value === "number" ? String(value) : "");
const roleName = (value: unknown) => roles[value as Role]?.label ?? text(value);

type Telling = (entry: Pick<AuditEntry, "before" | "after">) => string;

/** Every line of the audit log as a sentence without its subject. */
const sentences: Record<AuditAction, Telling> = {
  "person.role_changed": ({ before, after }) =>
    `changed the role from ${roleName(before?.role)} to ${roleName(after?.role)}`,
  "person.suspended": () => "suspended the account",
  "person.unsuspended": () => "let the account in again",
  "person.reset_link_made": () => "made a link for a new password",
  "person.sessions_ended": ({ after }) =>
    after?.sessionsEnded === 1 ? "signed them out in one browser" : "signed them out everywhere",
  "person.factors_reset": () => "reset the second factor",
  "person.merged": ({ before, after }) =>
    `merged the guest ${text(before?.guest)} into the account: ${text(after?.orders)} orders, ${text(after?.tickets)} tickets`,
  "person.exported": () => "took a copy of everything kept of them",
  "person.deleted": () => "deleted the account",
  "settings.changed": ({ after }) => `changed ${Object.keys(after ?? {}).length === 1 ? "a setting" : "settings"}`,
  "policy.changed": ({ after }) =>
    after?.required === true ? "asked all staff for a second factor" : "stopped asking all staff for a second factor",
  "comp.issued": ({ after }) =>
    `gave ${text(after?.tickets)} × ${text(after?.type)} for ${text(after?.night)} to ${text(after?.guest)}`,
  "comp.revoked": ({ after }) => `revoked the comp of ${text(after?.guest)}`,
  "comparison.started": () => "had the books compared with the provider's list",
  "exception.repaired": ({ after }) => `settled money that did not add up: ${text(after?.how).replaceAll("_", " ")}`,
  "exception.settled": () => "marked money that did not add up as settled by hand",
  "notice.replayed": () => "had a payment notice worked on again",
  "night.refunds_proposed": () => "proposed to give all money of the night back",
  "night.refunds_started": () => "began to give all money of the night back",
  "night.refunds_paused": () => "paused giving the night's money back",
  "night.refunds_resumed": () => "went on giving the night's money back",
  "night.refunds_withdrawn": () => "took back that the night's money goes back",
  "order.refunded": ({ after }) =>
    `gave ${text(after?.tickets)} ${after?.tickets === 1 ? "ticket" : "tickets"} of order ${text(after?.number)} back`,
  "order.difference_returned": ({ after }) =>
    `gave back what ticket ${text(after?.ticket)} of order ${text(after?.number)} cost more than its place`,
  "order.refund_retried": () => "sent a failed refund once more",
  "order.refund_paid_by_hand": () => "noted that a failed refund was paid back by other means",
  "promo_code.created": ({ after }) => `made the promo code ${text(after?.code)}`,
  "promo_code.changed": ({ after }) => `changed the promo code ${text(after?.code)}`,
  "promo_code.paused": ({ after }) => `paused the promo code ${text(after?.code)}`,
  "promo_code.resumed": ({ after }) => `let the promo code ${text(after?.code)} go on`,
  "promo_code.ended": ({ after }) => `ended the promo code ${text(after?.code)}`,
  "promo_code.deleted": ({ before }) => `deleted the promo code ${text(before?.code)}`,
  "promoter.created": ({ after }) => `gave ${text(after?.name)} a link of their own`,
  "promoter.changed": ({ after }) => `changed the link of ${text(after?.name)}`,
  "promoter.paused": ({ after }) => `paused the link of ${text(after?.name)}`,
  "promoter.resumed": ({ after }) => `let the link of ${text(after?.name)} count again`,
  "promoter.ended": ({ after }) => `ended the link of ${text(after?.name)}`,
  "promoter.link_renewed": ({ after }) => `made a new results address for ${text(after?.name)}`,
  "night.created": ({ after }) => `began the night ${text(after?.title)}`,
  "night.changed": ({ after }) =>
    `changed ${Object.keys(after ?? {}).length === 1 ? "one thing" : `${Object.keys(after ?? {}).length} things`} of the night`,
  "night.published": () => "published the night",
  "night.unlisted": () => "showed the night to whoever has its address",
  "night.scheduled": () => "set the hour at which the night shows itself",
  "night.unpublished": () => "took the night off the site",
  "night.copied": ({ after }) => `made ${text(after?.title)} out of another night`,
  "night.deleted": ({ before }) => `deleted the draft ${text(before?.title)}`,
  "night.cancelled": () => "cancelled the night",
  "night.postponed": () => "postponed the night",
  "night.moved": () => "moved the night to another date",
  "night.holders_told": ({ after }) =>
    `had ${text(after?.people)} who hold tickets told of other times or another place`,
  "night.holders_not_told": ({ after }) =>
    `corrected times or place of the night; ${text(after?.people)} who hold tickets were not told`,
  "venue.added": ({ after }) => `added the place ${text(after?.name)}`,
  "venue.changed": ({ after }) => `corrected the place ${text(after?.name)}`,
  "picture.uploaded": ({ after }) => `uploaded the picture ${text(after?.file)}`,
  "picture.changed": ({ after }) => `changed the picture ${text(after?.file)}`,
  "picture.replaced": ({ after }) => `put another file in the place of the picture ${text(after?.file)}`,
  "picture.deleted": ({ before }) => `deleted the picture ${text(before?.file)}`,
  "night.people_changed": ({ after }) =>
    after === null || after.people === null
      ? "stopped counting the people of the night"
      : `set the night to ${text(after.people)} people`,
  "night.fees_changed": ({ after }) =>
    `set who carries the night's fees: ${text((after?.fees as { kind?: string })?.kind?.replace("_", " "))}`,
  "ticket_type.added": ({ after }) => `added the ticket type ${text(after?.name)}`,
  "ticket_type.changed": ({ after }) => `changed the ticket type ${text(after?.name)}`,
  "ticket_type.ended": ({ after }) => `ended the sale of ${text(after?.name)}`,
  "ticket_type.deleted": ({ before }) => `deleted the ticket type ${text(before?.name)}`,
  "ticket_type.ordered": () => "put the ticket types in another order",
  "pool.added": ({ after }) => `added the pool ${text(after?.name)}`,
  "pool.changed": ({ after }) => `changed the pool ${text(after?.name)}`,
  "pool.deleted": ({ before }) => `deleted the pool ${text(before?.name)}`,
  "order.invoice_made": () => "made out the order's invoice",
  "order.invoice_corrected": ({ before, after }) =>
    `corrected invoice ${text(before?.invoice)}: ${text(after?.invoice)} stands in its place`,
  "order.noted": () => "wrote a note about the order",
  "order.note_struck": () => "struck a note out",
  "ticket.renamed": ({ before, after }) =>
    `wrote ${text(after?.holder)} on ticket ${text(after?.ticket)} in the place of ${text(before?.holder)}`,
  "ticket.recoded": ({ after }) => `made the code of ticket ${text(after?.ticket)} anew`,
  "ticket.moved": ({ before, after }) =>
    `moved ticket ${text(after?.ticket)} from ${text(before?.type)}, ${text(before?.night)} to ${text(after?.type)}, ${text(after?.night)}`,
  "ticket.cancelled": ({ after }) =>
    `cancelled ticket ${text(after?.ticket)}${after?.placeForSale === true ? ", its place is for sale again" : ""}`,
  "ticket.checked_in": ({ after }) => `let ticket ${text(after?.ticket)} in from the desk`,
  "ticket.check_in_undone": ({ after }) => `took the entry of ticket ${text(after?.ticket)} back`,
  "mail.resent": ({ after }) => `sent a mail to ${text(after?.to)} again`,
};

/** One line of the audit log as a sentence without its subject. */
export const describeAction = (entry: AuditEntry): string => sentences[entry.action](entry);
