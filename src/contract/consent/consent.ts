import { z } from "zod";
import { adminEndpoint, endpoint, fileEndpoint, listEndpoint } from "../endpoint.ts";
import { Email, Reason } from "../form-fields.ts";
import {
  ById,
  CursorList,
  Empty,
  Id,
  Instant,
  InstantOrNull,
  NoBody,
  paging,
  SearchText,
  TextOrNull,
} from "../shapes.ts";

/** How someone can be reached. Only email is used; the column knows the others. */
export const ConsentChannel = z.enum(["email", "sms", "whatsapp"]);
export type ConsentChannel = z.infer<typeof ConsentChannel>;

/** Where someone opted in or out. */
export const ConsentPlace = z.enum(["checkout", "account", "preferences", "one_click", "import", "complaint"]);
export type ConsentPlace = z.infer<typeof ConsentPlace>;

export { consentText } from "./text.ts";

/**
 * What someone can choose in the preference center. `news`: marketing, needs their opt-in. `event_messages`: messages
 * from the organizer about events that they have tickets for, on until they turn them off.
 */
export const EmailPreferences = z.object({
  news: z.boolean(),
  eventMessages: z.boolean(),
  /** When they last opted in to news; null if they aren't opted in. */
  newsSince: InstantOrNull,
});
export type EmailPreferences = z.infer<typeof EmailPreferences>;

/** The page with the preference center of a link; `step`: asks to unsubscribe, or says that it's done. */
export const preferencesPath = (token: string, step?: "unsubscribe" | "unsubscribed") =>
  `/events?preferences=${token}${step === undefined ? "" : `&step=${step}`}`;

/** The signed token of an emailed link: the preferences of one address, a message, or a URL of 500 characters. */
export const EmailToken = z.string().regex(/^[\w.-]{20,800}$/);

/** The token names the address, so nobody has to sign in. */
export const getEmailPreferences = endpoint("GET /api/email/preferences", "Email preferences by a signed link", {
  access: "public",
  query: z.object({ token: EmailToken }),
  /** `email` is partly hidden, such as `a…@example.com`: links get forwarded. */
  reply: EmailPreferences.extend({ email: z.string() }),
  errors: ["not_found"],
});

/** The token names the address, so nobody has to sign in. */
export const changeEmailPreferences = endpoint(
  "POST /api/email/preferences",
  "Change email preferences by a signed link; opting in stores when, where and the text",
  {
    access: "public",
    limit: "note",
    query: z.object({ token: EmailToken }),
    body: z.strictObject({ news: z.boolean(), eventMessages: z.boolean() }),
    reply: EmailPreferences.extend({ email: z.string() }),
    errors: ["not_found", "too_many_requests"],
  },
);

/** One-click unsubscribe by an email client (RFC 8058): no cookie, no script, and the form body is ignored. */
export const unsubscribeByEmail = endpoint(
  "POST /api/email/unsubscribe",
  "Unsubscribe by the emailed link (RFC 8058); can be repeated. A browser's form is sent to the preferences page",
  {
    access: "signed",
    limit: "note",
    query: z.object({ token: EmailToken }),
    body: NoBody,
    reply: Empty,
    redirectsForms: true,
    errors: ["not_found", "too_many_requests"],
  },
);

/** Scanners open every link, so this one changes nothing. */
export const openUnsubscribe = endpoint(
  "GET /api/email/unsubscribe",
  "Redirect a person to the preference center, which asks before it posts; changes nothing",
  {
    access: "public",
    query: z.object({ token: EmailToken }),
    reply: z.undefined(),
    status: 303,
    errors: ["not_found"],
  },
);

/** Without a confirmed email: no news, and event messages. */
export const getMyEmailConsent = endpoint("GET /api/account/email-consent", "Whether this account gets news by email", {
  access: "member",
  /** `hasEmail`: false without a confirmed email; nothing can be chosen then. */
  reply: EmailPreferences.extend({ hasEmail: z.boolean() }),
});

/** `email_on_file` without a confirmed email. */
export const changeMyEmailConsent = endpoint(
  "PUT /api/account/email-consent",
  "Opt in to news by email, or out; stored with when, where and the text",
  {
    access: "member",
    body: z.strictObject({ news: z.boolean(), eventMessages: z.boolean() }),
    reply: EmailPreferences.extend({ hasEmail: z.boolean() }),
    errors: ["email_on_file"],
  },
);

/**
 * Why nothing of some kinds is sent to an address. `bounce`: it doesn't exist or refuses us; nothing is sent, staff see
 * what wasn't. `complaint`: its owner reported spam; no marketing. `staff`: added by hand; no marketing.
 */
export const SuppressionCause = z.enum(["bounce", "complaint", "staff"]);
export type SuppressionCause = z.infer<typeof SuppressionCause>;

/** An address that isn't written to; see `SuppressionCause` for what it doesn't get. */
export const Suppression = z.object({
  id: Id,
  email: z.string(),
  cause: SuppressionCause,
  /** What the email server or the provider said, or staff's reason. */
  detail: z.string(),
  createdAt: Instant,
  createdBy: TextOrNull,
  /** Set once staff lifted it: it doesn't count anymore. */
  liftedAt: InstantOrNull,
  liftedBy: TextOrNull,
  liftReason: TextOrNull,
});
export type Suppression = z.infer<typeof Suppression>;

export const SuppressionQuery = z.object({
  q: SearchText,
  cause: SuppressionCause.optional(),
  status: z.enum(["active", "lifted"]).optional(),
  ...paging,
});
export type SuppressionQuery = z.infer<typeof SuppressionQuery>;

export const listSuppressions = listEndpoint(
  "/api/admin/suppressions",
  "Addresses that aren't written to, newest first",
  SuppressionQuery,
  CursorList(Suppression),
);

/** Times are in UTC. */
export const exportSuppressions = fileEndpoint(
  "/api/admin/suppressions.csv",
  SuppressionQuery.omit({ page: true, cursor: true }),
);

/** With the cause `staff`. `already_exists` if the address is suppressed now. */
export const addSuppression = adminEndpoint("POST /api/admin/suppressions", "Send no marketing to an address", {
  body: z.strictObject({ email: Email, reason: Reason }),
  reply: Suppression,
  status: 201,
  errors: ["already_exists"],
});

/** `not_found` also if it was lifted before. */
export const liftSuppression = adminEndpoint(
  "POST /api/admin/suppressions/{id}/lift",
  "Write to an address again. It doesn't opt anyone in",
  { delicate: 30, params: ById, body: z.strictObject({ reason: Reason }), reply: Suppression, errors: ["not_found"] },
);
