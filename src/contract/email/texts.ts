import { z } from "zod";
import { adminEndpoint } from "../endpoint.ts";
import { Email } from "../form-fields.ts";
import { Id, InstantOrNull, Items, Line, Named, TextOrNull, Version } from "../shapes.ts";

/** The emails whose texts staff can edit, in the order of the list. */
export const TextKind = z.enum([
  "order_confirmation",
  "order_shipped",
  "refund_made",
  "refund_done",
  "money_returned",
  "invoice_corrected",
  "ticket_change",
  "ticket_links",
  "order_email_changed",
  "order_email_code",
  "event_canceled",
  "event_postponed",
  "event_moved",
  "event_rescheduled",
  "sales_open",
  "interest_confirmation",
  "back_in_stock",
  "stream_live",
  "community_digest",
  "password_reset",
  "sign_in_link",
  "email_confirmation",
  "password_changed",
  "email_changed",
  "factors_reset",
  "staff_dispute",
  "staff_money",
  "staff_low_stock",
  "staff_weekly_brief",
]);
export type TextKind = z.infer<typeof TextKind>;

const ByKind = z.object({ kind: TextKind });

/** Several lines of text, without hidden control characters. */
const Paragraphs = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .regex(
      /^(?:[^\p{Cc}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]|\n)*$/u,
      "Remove any hidden control characters",
    );

/**
 * What staff decide about an email. `{{event}}` stands for a value, and `{{name|friend}}` for a value with what to say
 * when there is none. Facts, such as what was refunded, aren't part of it: the email always states them.
 */
export const EmailText = z.strictObject({
  subject: Line(3, 150),
  /** Paragraphs before the facts, separated by empty lines; may be empty. */
  intro: Paragraphs(600),
  /** Empty for an email without a button. */
  buttonLabel: Line(0, 40),
});
export type EmailText = z.infer<typeof EmailText>;

/** What staff see of an email text before they open it. */
export const EmailTextSummary = z.object({
  kind: TextKind,
  name: z.string(),
  /** Who gets it, and when. */
  about: z.string(),
  /** Who it goes to. */
  group: z.enum(["orders", "events", "accounts", "staff"]),
  subject: z.string(),
  /** True if staff changed it from the text that we ship. */
  isEdited: z.boolean(),
  version: Version,
  changedAt: InstantOrNull,
});
export type EmailTextSummary = z.infer<typeof EmailTextSummary>;

/** A placeholder that staff can write into a text, `{{event}}`. */
export const TextVariable = z.object({
  name: z.string(),
  /** What it stands for. */
  meaning: z.string(),
  example: z.string(),
  /** False for what buyers enter themselves, such as their name: it can't be in a subject. */
  isForSubject: z.boolean(),
});
export type TextVariable = z.infer<typeof TextVariable>;

/** An earlier version of a text. */
export const EarlierEmailText = z.object({
  version: Version,
  savedAt: z.iso.datetime(),
  savedBy: Named.nullable(),
  /** Null when it was reset to the text that we ship. */
  text: EmailText.nullable(),
});

/** One text, with all that its editor needs. */
export const EmailTextDetail = EmailTextSummary.extend({
  text: EmailText,
  /** The text that we ship, which a reset brings back. */
  defaultText: EmailText,
  /** False if the email has no button. */
  hasButton: z.boolean(),
  variables: z.array(TextVariable),
  /** Newest first, up to 50. */
  history: z.array(EarlierEmailText),
});
export type EmailTextDetail = z.infer<typeof EmailTextDetail>;

/** In the order of `TextKind`. */
export const listEmailTexts = adminEndpoint("GET /api/admin/email-texts", "The texts of automatic emails", {
  reply: Items(EmailTextSummary),
});

export const getEmailText = adminEndpoint(
  "GET /api/admin/email-texts/{kind}",
  "One text with its variables, default and history",
  { params: ByKind, reply: EmailTextDetail },
);

/**
 * Each save is a new version. Saving what is there changes nothing; `edited_meanwhile` if someone else saved since
 * `version`.
 */
export const saveEmailText = adminEndpoint(
  "PUT /api/admin/email-texts/{kind}",
  "Save a text. Unknown variables are refused; emails that aren't sent yet use it",
  {
    params: ByKind,
    body: EmailText.extend({ version: Version }),
    reply: EmailTextDetail,
    errors: ["not_found", "edited_meanwhile"],
  },
);

/** A new version, too. */
export const resetEmailText = adminEndpoint(
  "POST /api/admin/email-texts/{kind}/reset",
  "Go back to the text that we ship; the history stays",
  {
    params: ByKind,
    body: z.strictObject({ version: Version }),
    reply: EmailTextDetail,
    errors: ["not_found", "edited_meanwhile"],
  },
);

/** Whose data a preview shows: the latest email of this kind, or an example around the next event. */
export const PreviewData = z.enum(["latest", "example"]);
export type PreviewData = z.infer<typeof PreviewData>;

/** A draft in the URL of a preview; what is left out is as saved. */
const PreviewQuery = z.object({
  subject: Line(0, 150).optional(),
  intro: Paragraphs(600).optional(),
  buttonLabel: Line(0, 40).optional(),
  data: PreviewData.default("latest"),
});

/** An email as it would be written right now. */
export const EmailTextPreview = z.object({
  subject: z.string(),
  /** What inboxes show after the subject. */
  preheader: z.string(),
  bodyText: z.string(),
  attachments: z.array(z.string()),
  /** Whose data it is: the number of an order or the title of an event; null for an example. */
  shows: TextOrNull,
  /** Size of the HTML in bytes. */
  bytes: z.int(),
  /** What is wrong with the draft, as saving would say; the preview then shows the saved text. */
  problems: z.array(z.object({ path: z.string(), message: z.string() })),
});
export type EmailTextPreview = z.infer<typeof EmailTextPreview>;

/** Sends nothing. A draft that can't be saved shows the saved text, with its `problems`. */
export const previewEmailText = adminEndpoint(
  "GET /api/admin/email-texts/{kind}/preview",
  "The email that a draft would make: subject, plain text, attachments",
  { params: ByKind, query: PreviewQuery, reply: EmailTextPreview },
);

/** Sends nothing. A draft that can't be saved shows the saved text. */
export const previewEmailHtml = adminEndpoint(
  "GET /api/admin/email-texts/{kind}/preview.html",
  "The HTML of that email, sandboxed, for a frame; in the light or the dark theme",
  {
    params: ByKind,
    query: PreviewQuery.extend({ theme: z.enum(["light", "dark"]).default("light") }),
    reply: z.string(),
  },
);

/** `invalid_input` for a draft that can't be saved. The same Idempotency-Key sends one. */
export const testEmailText = adminEndpoint(
  "POST /api/admin/email-texts/{kind}/test",
  "Send a draft to one address, with example data, so that it holds no valid ticket",
  {
    idempotent: true,
    params: ByKind,
    body: EmailText.extend({ email: Email }),
    reply: z.object({
      /** The email in the outbox. */
      mailId: Id,
      /** False if no email server is set: the email can be read in the outbox. */
      leaves: z.boolean(),
    }),
    status: 201,
    errors: ["not_found", "request_in_flight"],
  },
);
