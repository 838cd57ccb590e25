import { z } from "zod";
import { adminEndpoint } from "./endpoint.ts";
import { TextOrNull } from "./shapes.ts";

/** Guests that one list can have. */
export const maxGuests = 10_000;

/** People that an imported audience can have. */
export const maxAudience = 20_000;

/**
 * What a list is for. `guests`: each needs a name and says how many tickets. `audience`: each needs an email, once.
 */
export const PersonListKind = z.enum(["guests", "audience"]);
export type PersonListKind = z.infer<typeof PersonListKind>;

/** What a column says about a person. `plusOnes` come on top of the person; `ignored` isn't read. */
export const PersonColumn = z.enum(["name", "firstName", "lastName", "email", "tickets", "plusOnes", "ignored"]);
export type PersonColumn = z.infer<typeof PersonColumn>;

/** A person of a list as they were read. Name or email is empty if the list doesn't have it. */
export const ListedPerson = z.object({
  /** The line of the text or the row of the sheet, from 1. */
  line: z.int().min(1),
  name: z.string(),
  email: z.string(),
  /** The name as the list has it, if it was last name first and is turned around here; else null. */
  written: TextOrNull,
  /** The person and everyone they bring. 1 in an audience. */
  quantity: z.int(),
});
export type ListedPerson = z.infer<typeof ListedPerson>;

/** A line or a part of it that wasn't read, and what to do about it. The rest of the list is usable. */
export const UnreadLine = z.object({ line: z.int().min(1), text: z.string(), reason: z.string() });
export type UnreadLine = z.infer<typeof UnreadLine>;

/** A column of the list as it was understood. */
export const ListColumn = z.object({
  /** Where it is, as spreadsheets show it: A, B, …, AA. */
  letter: z.string(),
  /** What the list calls it; empty if the list has no column names. */
  title: z.string(),
  meaning: PersonColumn,
  /** Why it isn't read; null if it is. */
  reason: TextOrNull,
  /** Its first values. */
  examples: z.array(z.string()),
});
export type ListColumn = z.infer<typeof ListColumn>;

/** Unread lines that a reply lists; `unreadCount` says how many there are. */
export const maxUnread = 500;

/** A list as it was understood. */
export const PersonList = z.object({
  people: z.array(ListedPerson),
  /** Empty for text without columns. */
  columns: z.array(ListColumn),
  unreadCount: z.int(),
  unread: z.array(UnreadLine),
  /** The sheet that was read, if it is a workbook. */
  sheet: TextOrNull,
});
export type PersonList = z.infer<typeof PersonList>;

/** The most bytes of a list. */
export const maxListBytes = 15_000_000;

/**
 * Reads CSV in any encoding, Excel's .xlsx, and text as people type it, whose bytes are UTF-8. Stores nothing. `columns` says what the columns
 * mean, in their order; without it, that is worked out from their names and content. `invalid_input` says what to save
 * as. `unavailable` if too many lists are being read.
 */
export const readPersonList = adminEndpoint(
  "POST /api/admin/person-lists/read",
  "Read a file or pasted text as a list of people, with what wasn't read and why",
  {
    limit: "upload",
    upload: { types: ["application/octet-stream"], maxBytes: maxListBytes },
    query: z.object({
      kind: PersonListKind,
      columns: z
        .string()
        .max(10_000)
        .transform((text) => text.split(","))
        .pipe(z.array(PersonColumn))
        .optional(),
    }),
    reply: PersonList,
    errors: ["too_large", "unsupported_media_type", "unavailable"],
  },
);
