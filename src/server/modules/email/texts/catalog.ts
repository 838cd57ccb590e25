import type { EmailText, EmailTextSummary, TextKind } from "#contract/email/texts.ts";
import type { VariableName } from "./variables.ts";

interface Entry {
  name: string;
  about: string;
  group: EmailTextSummary["group"];
  text: EmailText;
  variables: readonly VariableName[];
}

const text = (subject: string, intro: string, buttonLabel: string): EmailText => ({ subject, intro, buttonLabel });

const aboutEvent = ["name", "event", "date", "venue", "city", "order"] as const;

/** The emails whose texts staff can edit: the texts that we ship, and the variables that each has a value for. */
export const catalog = {
  order_confirmation: {
    name: "Order confirmed",
    about: "To the buyer of a paid or free order, with tickets and QR codes",
    group: "orders",
    text: text("{{headline}}", "", "View your {{things}}"),
    variables: ["name", "headline", "things", "event", "date", "venue", "city", "order"],
  },
  order_shipped: {
    name: "Order shipped",
    about: "To the buyer when a parcel leaves, or its tracking number changes",
    group: "orders",
    text: text("{{headline}}", "", "{{action}}"),
    variables: ["name", "headline", "action", "order"],
  },
  refund_made: {
    name: "Refund started",
    about: "To the buyer when tickets are canceled or money is being refunded",
    group: "orders",
    text: text("{{headline}}", "", "View your order"),
    variables: ["name", "headline", "event", "amount", "order"],
  },
  refund_done: {
    name: "Refund sent",
    about: "To the buyer when their bank has the money",
    group: "orders",
    text: text("{{headline}}", "", "View your order"),
    variables: ["name", "headline", "amount", "order"],
  },
  money_returned: {
    name: "Payment returned",
    about: "To a buyer whose payment couldn't be used, such as one that came in too late",
    group: "orders",
    text: text("We refunded you {{amount}}", "", "{{action}}"),
    variables: ["name", "action", "amount", "order"],
  },
  invoice_corrected: {
    name: "Invoice corrected",
    about: "To the buyer when their invoice is replaced",
    group: "orders",
    text: text("Your corrected invoice for order {{order}}", "", "View invoice (PDF)"),
    variables: ["name", "order"],
  },
  ticket_change: {
    name: "Ticket changed",
    about: "To the buyer when staff change, move or cancel a ticket",
    group: "orders",
    text: text("{{headline}}", "", "View your order"),
    variables: ["headline", ...aboutEvent],
  },
  order_email_changed: {
    name: "Order email changed",
    about: "To the address that an order had, when its buyer changes it",
    group: "orders",
    text: text("The email of order {{order}} was changed", "", "Stop this change"),
    variables: ["order"],
  },
  order_email_code: {
    name: "Code for an order's email",
    about: "To the address of an order, when someone with its link wants to change it",
    group: "orders",
    text: text("Your code for order {{order}}", "", ""),
    variables: ["order"],
  },
  ticket_links: {
    name: "Find my tickets",
    about: "To an address that someone entered to find its tickets, if it has any",
    group: "orders",
    text: text(
      "Your tickets",
      "You (or someone using this email) asked for the links to your tickets.",
      "View {{event}}",
    ),
    variables: ["event"],
  },
  event_canceled: {
    name: "Event canceled",
    about: "To everyone with tickets",
    group: "events",
    text: text("Canceled: {{event}}", "We know you were looking forward to this one. We're sorry.", "View your order"),
    variables: aboutEvent,
  },
  event_postponed: {
    name: "Event postponed",
    about: "To everyone with tickets",
    group: "events",
    text: text("Postponed: {{event}}", "Plans changed. Here's what we know so far.", "View your order"),
    variables: aboutEvent,
  },
  event_moved: {
    name: "New date",
    about: "To everyone with tickets for a postponed event that got a new date",
    group: "events",
    text: text("New date for {{event}}", "Grab your calendar: it's back on.", "View your order"),
    variables: aboutEvent,
  },
  event_rescheduled: {
    name: "New time or venue",
    about: "To everyone with tickets when the times or the venue change",
    group: "events",
    text: text("{{headline}}", "A few details changed. Here's what's new.", "View your order"),
    variables: ["headline", ...aboutEvent],
  },
  sales_open: {
    name: "On sale now",
    about: "To people who asked to hear when tickets go on sale",
    group: "events",
    text: text("On sale now: {{event}}", "You asked to hear it first, so here you go.", "Get tickets"),
    variables: ["event", "date", "venue", "city"],
  },
  interest_confirmation: {
    name: "Confirm a reminder",
    about: "To an address that someone entered for a reminder",
    group: "events",
    text: text("Want an email when {{topic}}?", "", "Yes, email me"),
    variables: ["topic"],
  },
  back_in_stock: {
    name: "Back in stock",
    about: "To people who asked to hear when a product is back",
    group: "events",
    text: text("Back in stock: {{product}}", "You asked, and it's back.", "Shop now"),
    variables: ["product"],
  },
  stream_live: {
    name: "Stream is live",
    about: "To people who asked to hear when a stream starts",
    group: "events",
    text: text("Live now: {{stream}}", "You asked us to tell you when it starts. It just did.", "Watch now"),
    variables: ["stream"],
  },
  community_digest: {
    name: "Community digest",
    about: "To members, about what they haven't read",
    group: "accounts",
    text: text("{{headline}}", "", "Open the community"),
    variables: ["name", "headline"],
  },
  password_reset: {
    name: "Reset password",
    about: "To a member who asked for a new password",
    group: "accounts",
    text: text(
      "Reset your password",
      "You (or someone using this email) asked for a new password for the account {{username}}.",
      "Choose a new password",
    ),
    variables: ["username"],
  },
  email_confirmation: {
    name: "Confirm email",
    about: "To a member who added an email to their account",
    group: "accounts",
    text: text(
      "Confirm your email",
      "Confirm that {{email}} is yours. Orders placed with it will then show up in your account.",
      "Confirm email",
    ),
    variables: ["name", "email"],
  },
  password_changed: {
    name: "Password changed",
    about: "Security alert to the account's owner",
    group: "accounts",
    text: text("Your password was changed", "", "Reset your password"),
    variables: [],
  },
  email_changed: {
    name: "Email changed",
    about: "Security alert to the account's former address",
    group: "accounts",
    text: text("The email on your account was changed", "", ""),
    variables: [],
  },
  factors_reset: {
    name: "Two-factor reset",
    about: "Security alert when staff reset two-factor authentication",
    group: "accounts",
    text: text("Your two-factor authentication was reset", "", ""),
    variables: [],
  },
  staff_dispute: {
    name: "Dispute",
    about: "To staff when a dispute opens or closes",
    group: "staff",
    text: text("{{headline}}", "", "{{action}}"),
    variables: ["headline", "action"],
  },
  staff_money: {
    name: "Payment discrepancy",
    about: "To staff when payments and orders don't add up",
    group: "staff",
    text: text("{{headline}}", "", "View discrepancies"),
    variables: ["headline"],
  },
  staff_low_stock: {
    name: "Low stock",
    about: "To staff when a product runs low",
    group: "staff",
    text: text("{{headline}}", "", "View stock"),
    variables: ["headline"],
  },
  staff_weekly_brief: {
    name: "Your week",
    about: "To staff on Mondays: last week in five numbers, and what moved them",
    group: "staff",
    text: text("{{headline}}", "", "View analytics"),
    variables: ["headline"],
  },
} as const satisfies Record<TextKind, Entry>;

/** The entry of one email. */
export const entryOf = (kind: TextKind): Entry => catalog[kind];

/** A value for each variable of an email's text; empty for what there is none of. */
export type ValuesOf<Kind extends TextKind> = Record<(typeof catalog)[Kind]["variables"][number], string>;
