import { z } from "zod";
import { lineChecks, Reason } from "./form-fields.ts";
import { plainDashes } from "./typed-text.ts";

/** Row id that may be visible in URLs: 1 and up, within the range of both bigint columns and JSON. */
export const Id = z.int().min(1).max(Number.MAX_SAFE_INTEGER);
/** The same, parsed from a URL. */
export const IdParam = z
  .string()
  .regex(/^[1-9]\d{0,15}$/)
  .transform(Number)
  .pipe(Id);
/** Unguessable id of an order, payment or other private row. */
export const Uuid = z.uuid().toLowerCase();
/** Amount of money in minor units of the order's currency. */
export const Cents = z.int().min(0).max(100_000_000);
/** ISO 4217 code. */
export const Currency = z.string().regex(/^[A-Z]{3}$/);
/** A UTC instant, `2026-11-28T03:00:00.000Z`. */
export const Instant = z.iso.datetime();
/** What has no instant, no text or no number yet, or never will. */
export const InstantOrNull = Instant.nullable();
export const TextOrNull = z.string().nullable();
export const IntOrNull = z.int().nullable();
/** A single line of text: trimmed, no control characters. */
export const Line = (min: number, max: number) => z.string().check(...lineChecks(min, max));
/** The path of an endpoint about one row. */
export const ById = z.object({ id: IdParam });
/** The same for an order or another private row. */
export const ByUuid = z.object({ id: Uuid });
/** The signed key of an order's link, from an email or the order's own response: opens this one order without a session. */
export const LinkQuery = z.object({ key: z.string().max(100).optional() });
/** The body of a call that says everything in its path. */
export const NoBody = z.strictObject({}).optional();
/** The body of a call that says only why staff make it. */
export const ReasonBody = z.strictObject({ reason: Reason });
/** Words to search a list by. */
export const SearchText = z.string().trim().max(100).optional();
/** A promo, access or promoter code, if one is given. Any kind of dash is taken for `-`. */
export const TypedCode = z.string().overwrite(plainDashes).trim().max(40).optional();
/** A short name, if one is given. */
export const ShortText = z.string().trim().max(40).optional();
/** A person or a thing that other rows name. */
export const Named = z.object({ id: Id, name: z.string() });
/** An order that other rows name. */
export const OrderReference = z.object({ id: Uuid, number: z.string() });
/** An event, as far as the rows of other lists name it. Its times are shown in `timeZone`, an IANA zone. */
export const EventReference = z.object({ id: Id, title: z.string(), startsAt: Instant, timeZone: z.string() });
const Page = z
  .string()
  .regex(/^[1-9]\d{0,5}$/)
  .transform(Number)
  .optional();

/** A list that is short enough to send as a whole. */
export const Items = <Item extends z.ZodType>(item: Item) => z.object({ items: z.array(item) });

/** The common shape of a list. */
export const List = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), total: z.int(), page: z.int(), pageSize: z.int() });

/** Goes up with every save. A save sends the version it started from, and is refused if someone else saved since. */
export const Version = z.int().min(1).max(2_000_000_000);

/** Where a long list continues: the previous page's `nextCursor`. Deep pages cost no more than the first. */
const Cursor = z
  .string()
  .regex(/^[\w-]{1,1000}$/)
  .optional();

/** What a long list is asked besides its filters. */
export const paging = { page: Page, cursor: Cursor };

/**
 * A list that can outgrow page numbers. Page numbers reach as far as `total` counts: the first 10,000 rows, or 1,000 of
 * a search. `isMore` is true if there are more. `nextCursor` leads from each page to the next; null on the last page.
 */
export const CursorList = <Item extends z.ZodType>(item: Item) =>
  List(item).extend({ isMore: z.boolean(), nextCursor: z.string().nullable() });

/** The reply of a call that has nothing to return. */
export const Empty = z.object({ ok: z.literal(true) });
