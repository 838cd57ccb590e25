import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { Email, Empty, IdParam, Uuid } from "./shapes.ts";

/** Parts of the site that are not open yet and that one can ask to be told about. */
export const InterestTopic = z.enum(["shop", "live", "community"]);
export type InterestTopic = z.infer<typeof InterestTopic>;

/** Anything that one can ask to be told about: a part of the site, or the tickets of a night by its id. */
export type AnyTopic = InterestTopic | `event:${number}`;
const AnyTopic = z.union([InterestTopic, z.string().regex(/^event:[1-9]\d{0,15}$/)]);

export const InterestForm = z.strictObject({ topic: InterestTopic, email: Email });
export type InterestForm = z.infer<typeof InterestForm>;

/** Key of a mailed link: proves that whoever holds it reads that mailbox. */
const Key = z.string().regex(/^[\w-]{22}$/);
const Link = z.strictObject({ id: Uuid, key: Key });

export const askToBeTold = endpoint({
  method: "POST",
  path: "/api/interest",
  summary: "Asks to be told when a part of the site opens; the same answer whether or not the address is known",
  access: "public",
  limit: "note",
  body: InterestForm,
  reply: Empty,
  status: 202,
  errors: ["invalid_input", "too_many_requests"],
});

/** Without an address it is the confirmed one of whoever is signed in. */
export const ReminderForm = z.strictObject({ email: Email.optional() });
export type ReminderForm = z.infer<typeof ReminderForm>;

export const remindOfSale = endpoint({
  method: "POST",
  path: "/api/events/{id}/reminder",
  summary: "Asks for one mail when tickets of a night open; the same answer whether or not the address is known",
  access: "public",
  limit: "note",
  params: z.object({ id: IdParam }),
  body: ReminderForm,
  /** `confirmed` for a signed-in person's own confirmed address; every other is asked by mail first. */
  reply: z.object({ status: z.enum(["asked", "confirmed"]) }),
  status: 202,
  errors: ["invalid_input", "not_found", "too_many_requests"],
});

export const confirmInterest = endpoint({
  method: "POST",
  path: "/api/interest/confirm",
  summary: "Confirms by the mailed link; any number of times",
  access: "signed",
  limit: "note",
  body: Link,
  reply: z.object({ topic: AnyTopic }),
  errors: ["invalid_input", "not_found", "too_many_requests"],
});

/** One click of a mail program (RFC 8058): no cookie, no script, a form body that does not matter. */
export const leaveInterest = endpoint({
  method: "POST",
  path: "/api/interest/{id}/unsubscribe",
  summary: "Takes an address off the list by its mailed link (RFC 8058); any number of times",
  access: "signed",
  limit: "note",
  params: z.object({ id: Uuid }),
  query: z.object({ key: Key }),
  body: z.strictObject({}).optional(),
  reply: z.object({ topic: AnyTopic }),
  errors: ["invalid_input", "not_found", "too_many_requests"],
});

export const openUnsubscribePage = endpoint({
  method: "GET",
  path: "/api/interest/{id}/unsubscribe",
  summary: "Leads a person who opens the mail program's link to the page that takes the address off",
  access: "public",
  limit: "read",
  params: z.object({ id: Uuid }),
  query: z.object({ key: Key }),
  reply: z.undefined(),
  status: 303,
  errors: ["invalid_input", "not_found"],
});
