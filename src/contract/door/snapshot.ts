import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { ById, Id, Instant, InstantOrNull, TextOrNull } from "../shapes.ts";

/** The most records of one page. */
export const snapshotPageSize = 5000;

const Place = z.string().regex(/^[\d.]{1,40}$/);

/**
 * One page of what a phone at the door needs for a day without a network. `records` are those of `phone-record.ts`, one
 * after the other, in Base64. A record replaces the one of the same index: there are none to delete, because a code that
 * isn't good anymore keeps a record that says so.
 */
export const DoorSnapshot = z.object({
  event: z.object({ id: Id, isCanceled: z.boolean(), opensAt: InstantOrNull, timeZone: z.string() }),
  /** Valid tickets that admit someone. */
  ticketCount: z.int(),
  types: z.array(z.object({ id: Id, name: z.string(), doorColor: TextOrNull, isStreamPass: z.boolean() })),
  /** Our time: the phone corrects its own by it. */
  now: Instant,
  /** Asked with this as `since`, the next snapshot has only what changed after this page was read. */
  cursor: Place,
  /** Where the next page starts; null on the last page. */
  next: Place.nullable(),
  /** True if this is everything and not only what changed: the phone forgets what it has. */
  isWhole: z.boolean(),
  records: z.base64(),
});
export type DoorSnapshot = z.infer<typeof DoorSnapshot>;

/**
 * All pages of one snapshot are asked with the same `since`, and each but the first with the `next` before it as `after`: one
 * that was cut off goes on where it was. The first page's `cursor` is the `since` of the next snapshot. A cursor that this
 * database doesn't know, for example after a backup was restored, gets everything again (`isWhole`).
 */
export const readDoorSnapshot = endpoint(
  "GET /api/door/events/{id}/snapshot",
  "An event's tickets for a phone without a network: readable only with each ticket's code",
  {
    access: "moderator",
    params: ById,
    query: z.object({ since: Place.optional(), after: Place.optional() }),
    reply: DoorSnapshot,
  },
);
