import { z } from "zod";
import { adminEndpoint } from "../endpoint.ts";
import { EditedEvent, Moment } from "./editing.ts";
import { ById, Id, Line, Version } from "../shapes.ts";

/** Common to every change of one event. */
const change = { params: ById, reply: EditedEvent };

/**
 * `not_ready` if it lacks something required, `has_sales` if it would be unpublished with sales, `invalid_input` for a
 * time in the past. The same again changes nothing.
 */
export const setVisibility = adminEndpoint(
  "POST /api/admin/events/{id}/visibility",
  "Publish an event now or at a set time, make it unlisted, or unpublish it",
  {
    ...change,
    body: z.strictObject({
      visibility: z.enum(["draft", "unlisted", "published"]),
      /** When it goes public; now if omitted. By the database's clock. */
      publishAt: Moment.optional(),
    }),
    errors: ["not_found", "not_ready", "has_sales"],
  },
);

/** The result of a bulk change, per event. */
export const BulkOutcome = z.object({
  done: z.array(Id),
  refused: z.array(z.object({ id: Id, title: z.string(), code: z.enum(["not_ready", "has_sales", "not_found"]) })),
});
export type BulkOutcome = z.infer<typeof BulkOutcome>;

/**
 * Each in a transaction of its own. An error that `BulkOutcome` doesn't list ends the call; events before it stay
 * changed.
 */
export const setVisibilityOfMany = adminEndpoint(
  "POST /api/admin/events/visibility",
  "Publish or unpublish several events; each one separately, refused ones stay unchanged",
  {
    body: z.strictObject({ ids: z.array(Id).min(1).max(100), visibility: z.enum(["draft", "published"]) }),
    reply: BulkOutcome,
  },
);

/** UTC instants. The end must be after the start. */
const NewTimes = z.strictObject({ startsAt: Moment, doorsAt: Moment.nullable().optional(), endsAt: Moment });
export type NewTimes = z.infer<typeof NewTimes>;

/**
 * All drafts or none, each with fresh stock and its own slug. The ids are in the order of `dates`. `invalid_input` for
 * times that don't fit.
 */
export const copyEvent = adminEndpoint(
  "POST /api/admin/events/{id}/copies",
  "Duplicate an event as drafts, one per date: texts, images, ticket types and settings, never sales",
  {
    params: ById,
    body: z.strictObject({
      dates: z.array(NewTimes).min(1).max(60),
      /** Links the copies and the event as a series, so that buyers can switch dates. */
      asRun: z.boolean().optional(),
    }),
    reply: z.object({ ids: z.array(Id) }),
    status: 201,
  },
);

/** The message from staff to ticket holders. */
const note = Line(3, 600);

/**
 * An order that is being placed comes first and its buyer is told, or it is refused. Canceling again changes nothing
 * and tells nobody.
 */
export const cancelEvent = adminEndpoint(
  "POST /api/admin/events/{id}/cancel",
  "Cancel an event permanently: sales stop at once and every ticket holder is notified once. Refunds are a separate step",
  {
    ...change,
    body: z.strictObject({ version: Version, note }),
    errors: ["not_found", "edited_meanwhile"],
  },
);

/** `status_final` once it is canceled. Pressing twice is one change: ticket holders get one email. */
export const postponeEvent = adminEndpoint(
  "POST /api/admin/events/{id}/postpone",
  "Postpone an event: with a new date it is rescheduled and keeps selling; without one, sales pause. Tickets stay valid",
  {
    ...change,
    body: z.strictObject({
      version: Version,
      note,
      newTimes: NewTimes.optional(),
      /** Until then, current ticket holders can get a full self-service refund. */
      refundsUntil: Moment.optional(),
    }),
    errors: ["not_found", "edited_meanwhile", "status_final"],
  },
);
