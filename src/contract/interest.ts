import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { Email, Empty, Uuid } from "./shapes.ts";

/** Parts of the site that are not open yet and that one can ask to be told about. */
export const InterestTopic = z.enum(["shop", "live", "community"]);
export type InterestTopic = z.infer<typeof InterestTopic>;

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

export const confirmInterest = endpoint({
  method: "POST",
  path: "/api/interest/confirm",
  summary: "Confirms by the mailed link; any number of times",
  access: "signed",
  limit: "note",
  body: Link,
  reply: z.object({ topic: InterestTopic }),
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
  reply: z.object({ topic: InterestTopic }),
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
