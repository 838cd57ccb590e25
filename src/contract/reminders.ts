import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { Email } from "./form-fields.ts";
import { ById, ByUuid, NoBody, Uuid } from "./shapes.ts";

/** Sections of the site that aren't open yet, with a waitlist. */
export const WaitlistTopic = z.enum(["shop", "live", "community"]);
export type WaitlistTopic = z.infer<typeof WaitlistTopic>;

/** A list of a module by its name and the id of what it is about; `event:12` is for the ticket sales of an event. */
const ModuleTopic = z.templateLiteral([z.string().regex(/[a-z]+(?:-[a-z]+)*/), ":", z.string().regex(/[1-9]\d{0,15}/)]);

/** Anything with a waitlist: a section of the site, or what a module announces. */
const AnyTopic = z.union([WaitlistTopic, ModuleTopic]);
export type AnyTopic = z.infer<typeof AnyTopic>;

/**
 * What a signup for one email did. `confirmed`: it counts, for a signed-in user's own confirmed email. `asked`: any other
 * address; one that nobody confirmed gets one email, and counts once its link was opened. It never says which.
 */
export const SignupResult = z.object({ status: z.enum(["asked", "confirmed"]) });
export type SignupResult = z.infer<typeof SignupResult>;

/** An address that nobody confirmed has to confirm by email before it counts. Ticket sales have an endpoint of their own. */
export const WaitlistForm = z.strictObject({ topic: AnyTopic, email: Email });
export type WaitlistForm = z.infer<typeof WaitlistForm>;

/** Key of an emailed link: proves that its holder can read that mailbox. */
const Key = z.string().regex(/^[\w-]{22}$/);
const Link = z.strictObject({ id: Uuid, key: Key });

/** An address gets five emails to confirm at most, ten minutes apart. `invalid_input` for a list that no module has. */
export const joinWaitlist = endpoint(
  "POST /api/interest",
  "Join the waitlist for a section of the site, or for what a module announces; the same response whether or not the email is known",
  {
    access: "public",
    limit: "note",
    body: WaitlistForm,
    reply: SignupResult,
    status: 202,
    errors: ["too_many_requests"],
  },
);

/** Default: the confirmed email of the signed-in user. */
export const ReminderForm = z.strictObject({ email: z.optional(Email) });
export type ReminderForm = z.infer<typeof ReminderForm>;

/** `not_found` if no more tickets will go on sale, `invalid_input` without any address. */
export const remindOfSale = endpoint(
  "POST /api/events/{id}/reminder",
  "Request one email when an event's ticket sales open; the same response whether or not the email is known",
  {
    access: "public",
    limit: "note",
    params: ById,
    body: ReminderForm,
    reply: SignupResult,
    status: 202,
    errors: ["not_found", "too_many_requests"],
  },
);

/** `not_found` for a wrong key, and once the address has unsubscribed. */
export const confirmReminder = endpoint("POST /api/interest/confirm", "Confirm by the emailed link; can be repeated", {
  access: "signed",
  limit: "note",
  body: Link,
  reply: z.object({ topic: AnyTopic }),
  errors: ["not_found", "too_many_requests"],
});

/** One-click unsubscribe by an email client (RFC 8058): no cookie, no script, and the form body is ignored. */
export const leaveReminder = endpoint(
  "POST /api/interest/{id}/unsubscribe",
  "Unsubscribe by the emailed link (RFC 8058); can be repeated",
  {
    access: "signed",
    limit: "note",
    params: ByUuid,
    query: z.object({ key: Key }),
    body: NoBody,
    reply: z.object({ topic: AnyTopic }),
    redirectsForms: true,
    errors: ["not_found", "too_many_requests"],
  },
);

/** Changes nothing. `not_found` for a wrong key. */
export const openUnsubscribePage = endpoint(
  "GET /api/interest/{id}/unsubscribe",
  "Redirect a person who opens the email client's link to the unsubscribe page",
  {
    access: "public",
    params: ByUuid,
    query: z.object({ key: Key }),
    reply: z.undefined(),
    status: 303,
  },
);
