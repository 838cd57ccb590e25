import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { EditedEvent, EventChanges } from "./event-editing.ts";
import { Currency, Id, IdParam, Instant, Line } from "./shapes.ts";

const params = z.object({ id: IdParam });
const version = z.int().min(1).max(2_000_000_000);
const Moment = Instant.refine((text) => /^20\d\d-/.test(text), "A year from 2000 to 2099 is needed");

export const setVisibility = endpoint({
  method: "POST",
  path: "/api/admin/events/{id}/visibility",
  summary: "Publish a night, now or at an instant; show it by its address only; or take it off the site",
  access: "admin",
  limit: "write",
  params,
  body: z.strictObject({
    visibility: z.enum(["draft", "unlisted", "published"]),
    /** From when on it shows; now when left out. By the database's clock. */
    publishAt: Moment.optional(),
  }),
  reply: EditedEvent,
  errors: ["invalid_input", "not_found", "not_ready", "has_sales"],
});

/** What became of one night of many. */
export const BulkOutcome = z.object({
  done: z.array(Id),
  refused: z.array(z.object({ id: Id, title: z.string(), code: z.enum(["not_ready", "has_sales", "not_found"]) })),
});
export type BulkOutcome = z.infer<typeof BulkOutcome>;

export const setVisibilityOfMany = endpoint({
  method: "POST",
  path: "/api/admin/events/visibility",
  summary: "Publish several nights or take them off the site; each for itself, refused ones stay as they are",
  access: "admin",
  limit: "write",
  body: z.strictObject({ ids: z.array(Id).min(1).max(100), visibility: z.enum(["draft", "published"]) }),
  reply: BulkOutcome,
  errors: ["invalid_input"],
});

const NewTimes = z.strictObject({ startsAt: Moment, doorsAt: Moment.nullable().optional(), endsAt: Moment });
export type NewTimes = z.infer<typeof NewTimes>;

export const copyEvent = endpoint({
  method: "POST",
  path: "/api/admin/events/{id}/copies",
  summary: "Make drafts out of a night, one a date: texts, pictures, ticket types and settings, never what was sold",
  access: "admin",
  limit: "write",
  params,
  body: z.strictObject({
    dates: z.array(NewTimes).min(1).max(60),
    /** Links the copies and the night itself, so that a buyer can go from one date to another. */
    asRun: z.boolean().optional(),
  }),
  reply: z.object({ ids: z.array(Id) }),
  status: 201,
  errors: ["invalid_input", "not_found"],
});

/** Whom a change of a night reaches, and what was paid for it. Nothing is done by asking. */
export const EventReach = z.object({
  /** People with valid tickets, each one once: so many mails. */
  people: z.int(),
  orders: z.int(),
  tickets: z.int(),
  /** What those orders paid and was not sent back, per currency. */
  paid: z.array(z.object({ currency: Currency, cents: z.int() })),
  /** Orders that are about to be paid: they come to an end, and money that still arrives goes back. */
  openOrders: z.int(),
});
export type EventReach = z.infer<typeof EventReach>;

export const getEventReach = endpoint({
  method: "GET",
  path: "/api/admin/events/{id}/reach",
  summary: "How many people, orders and how much money a change of this night touches",
  access: "admin",
  limit: "read",
  params,
  reply: EventReach,
  errors: ["not_found"],
});

/** What those who hold tickets would read, and how many they are. */
export const HolderLetter = z.object({
  /** People with valid tickets, each one once: so many mails. */
  people: z.int(),
  tickets: z.int(),
  subject: z.string(),
  title: z.string(),
  /** One paragraph each; nothing where none of it is worth a mail. */
  lines: z.array(z.string()),
});
export type HolderLetter = z.infer<typeof HolderLetter>;

export const previewHolderLetter = endpoint({
  method: "POST",
  path: "/api/admin/events/{id}/holder-letter",
  summary: "The mail that holders would get if a night had other times or another place. Nothing is done by asking",
  access: "admin",
  limit: "read",
  params,
  body: z.strictObject({
    changes: EventChanges.pick({
      startsAt: true,
      doorsAt: true,
      endsAt: true,
      timeZone: true,
      venueId: true,
    }).partial(),
  }),
  reply: HolderLetter,
  errors: ["invalid_input", "not_found"],
});

/** What staff say to those who hold tickets. */
const note = Line(3, 600);

export const cancelEvent = endpoint({
  method: "POST",
  path: "/api/admin/events/{id}/cancel",
  summary:
    "Cancel a night for good: sales stop at once and every holder is told once. Giving the money back is a step of its own",
  access: "admin",
  limit: "write",
  params,
  body: z.strictObject({ version, note }),
  reply: EditedEvent,
  errors: ["invalid_input", "not_found", "edited_meanwhile"],
});

export const postponeEvent = endpoint({
  method: "POST",
  path: "/api/admin/events/{id}/postpone",
  summary:
    "Postpone a night: with a new date it is moved and goes on selling, without one sales pause. Tickets stay valid",
  access: "admin",
  limit: "write",
  params,
  body: z.strictObject({
    version,
    note,
    newTimes: NewTimes.optional(),
    /** Until then those who hold tickets by now may have all of their money back, by themselves. */
    moneyBackUntil: Moment.optional(),
  }),
  reply: EditedEvent,
  errors: ["invalid_input", "not_found", "edited_meanwhile", "state_fixed"],
});
