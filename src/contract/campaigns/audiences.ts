import { z } from "zod";
import { WithoutEmail } from "../attendee-updates.ts";
import { adminEndpoint, fileEndpoint } from "../endpoint.ts";
import { Email } from "../form-fields.ts";
import { maxAudience } from "../person-lists.ts";
import { ById, Cents, Currency, Empty, Id, Instant, Items, Line } from "../shapes.ts";

/**
 * `marketing`: needs the reader's opt-in; carries the postal address. `event_message`: to people with tickets for one
 * event, about that event. It needs no opt-in, respects suppressions and opt-outs, and must not advertise anything.
 */
export const CampaignPurpose = z.enum(["marketing", "event_message"]);
export type CampaignPurpose = z.infer<typeof CampaignPurpose>;

/** One recipient of an imported list. */
const ImportedPerson = z.strictObject({ email: Email, name: Line(0, 120) });

/**
 * Who gets it: people who fit everything that is set. Without anything, everyone who opted in. People are the buyers of
 * paid orders, members with a confirmed email, and imported addresses.
 */
export const Audience = z.strictObject({
  /** Has a valid ticket for one of these events. */
  holdsEventIds: z.array(Id).min(1).max(50).optional(),
  /** Was checked in at one of these events. */
  attendedEventIds: z.array(Id).min(1).max(50).optional(),
  /** Has a valid ticket of one of these types. */
  ticketTypeIds: z.array(Id).min(1).max(50).optional(),
  /** Bought tickets for an event in this city. */
  city: Line(1, 80).optional(),
  /** Bought this product. */
  productIds: z.array(Id).min(1).max(50).optional(),
  /** What they paid in all, after refunds, in cents of `currency`. */
  spend: z.strictObject({ currency: Currency, minCents: Cents.optional(), maxCents: Cents.optional() }).optional(),
  /** Has had an account since this instant or earlier, or later. */
  memberSince: z.strictObject({ from: Instant.optional(), until: Instant.optional() }).optional(),
  /** Follows one of these members in the community. */
  followsPersonIds: z.array(Id).min(1).max(50).optional(),
  /** Opted in from this instant on, or before. */
  optedIn: z.strictObject({ from: Instant.optional(), until: Instant.optional() }).optional(),
  /** Only these people. `howTheyOptedIn` is stored as the text of their opt-in. */
  list: z.strictObject({ people: z.array(ImportedPerson).max(maxAudience), howTheyOptedIn: Line(10, 300) }).optional(),
});
export type Audience = z.infer<typeof Audience>;

const AudienceQuestion = z.strictObject({ purpose: CampaignPurpose, eventId: Id.nullable(), audience: Audience });

/** Whom an audience has right now. */
export const AudiencePreview = z.object({
  /** Who would get it. */
  count: z.int(),
  /** A few of them. */
  sample: z.array(z.object({ name: z.string(), email: z.string() })),
  /** Who fits the audience but wouldn't get it. */
  excluded: z.object({ noConsent: z.int(), suppressed: z.int(), optedOut: z.int() }),
  /** For a message about an event: all of its ticket holders whom no email reaches. Nobody for marketing. */
  withoutEmail: WithoutEmail,
});
export type AudiencePreview = z.infer<typeof AudiencePreview>;

/** The most bytes of a request that may carry an imported list. */
export const listBytes = 3_000_000;

/** Changes nothing. Who is suppressed or opted out is decided again when an email is sent. */
export const previewAudience = adminEndpoint(
  "POST /api/admin/audiences/preview",
  "How many people an audience has, a few of them, and who is left out",
  { maxBytes: listBytes, body: AudienceQuestion, reply: AudiencePreview },
);

/** A campaign copies it: later changes don't reach campaigns that were made from it. */
export const SavedAudience = z.object({ id: Id, name: z.string(), audience: Audience, updatedAt: Instant });
export type SavedAudience = z.infer<typeof SavedAudience>;
const AudienceDraft = z.strictObject({ name: Line(2, 80), audience: Audience });

export const listAudiences = adminEndpoint("GET /api/admin/audiences", "Saved audiences", {
  reply: Items(SavedAudience),
});
/** The same as files, without the people of imported lists. Money is in whole units. */
export const exportAudiences = fileEndpoint("/api/admin/audiences.csv", z.object({}), undefined, false);
/** `already_exists` if another audience has the name. */
export const saveAudience = adminEndpoint("POST /api/admin/audiences", "Save an audience under a name", {
  maxBytes: listBytes,
  body: AudienceDraft,
  reply: SavedAudience,
  status: 201,
  errors: ["already_exists"],
});
/** Campaigns that were made from it stay as they are. */
export const changeAudience = adminEndpoint("PUT /api/admin/audiences/{id}", "Change a saved audience", {
  maxBytes: listBytes,
  params: ById,
  body: AudienceDraft,
  reply: SavedAudience,
  errors: ["not_found", "already_exists"],
});
/** Campaigns that were made from it stay as they are. */
export const deleteAudience = adminEndpoint("DELETE /api/admin/audiences/{id}", "Delete a saved audience", {
  params: ById,
  reply: Empty,
});
