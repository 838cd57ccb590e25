import { z } from "zod";

/** Number of a row that people may see in an address: 1 and up, within what a bigint column and JSON both hold. */
export const Id = z.int().min(1).max(Number.MAX_SAFE_INTEGER);
/** The same, read from an address. */
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
export const Email = z
  .string()
  .trim()
  .max(254)
  .pipe(z.email())
  .transform((address) => address.toLowerCase());
/** Words that people type into a single line: trimmed, no control characters. */
export const Line = (min: number, max: number) =>
  z
    .string()
    .trim()
    .min(min)
    .max(max)
    .regex(
      /^[^\p{Cc}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]*$/u,
      "Control characters are not allowed",
    )
    .regex(/^(?:$|.*[^\s\p{Cf}\p{Mn}])/u, "Letters that can be seen are needed");
/** An address as it stands on an envelope: up to six lines. */
export const Address = z
  .string()
  .trim()
  .min(5)
  .max(300)
  .regex(/^(?:[^\p{Cc}\p{Cf}\u2028\u2029]|\n)*$/u, "Control characters are not allowed")
  .refine((text) => text.split("\n").length <= 6, "Six lines at most");
export const Page = z
  .string()
  .regex(/^[1-9]\d{0,5}$/)
  .transform(Number)
  .optional();

/** The one shape of a list. */
export const List = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), total: z.int(), page: z.int(), pageSize: z.int() });

/** What staff's saves raise: a save names the one that it began with, and is refused once somebody else saved. */
export const Version = z.int().min(1).max(2_000_000_000);

/** Where a long list goes on: what the page before said in `nextCursor`. It costs the same however deep it leads. */
export const Cursor = z
  .string()
  .regex(/^[\w-]{1,1000}$/)
  .optional();

/**
 * A list that can outgrow its pages' numbers: these reach as far as `total` counts, the first 10,000 rows, or 1,000 of a
 * search. `isMore` says that there are more. `nextCursor` leads on from each page to the end; null on the last.
 */
export const CursorList = <Item extends z.ZodType>(item: Item) =>
  List(item).extend({ isMore: z.boolean(), nextCursor: z.string().nullable() });

export const Empty = z.object({ ok: z.literal(true) });
