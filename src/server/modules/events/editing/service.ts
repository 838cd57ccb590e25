import type { createEvent as contract } from "#contract/events/editing.ts";
import { recordAction } from "#server/modules/audit/index.ts";
import { createStock } from "#server/modules/inventory/index.ts";
import { getSettings } from "#server/modules/settings/index.ts";
import { requireFound } from "#server/platform/app-error.ts";
import { inTransaction, type Database, type Tx } from "#server/platform/db/database.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { readTimes } from "../changes/service.ts";
import { searchTextOf } from "../search.ts";
import { findVenue } from "../venues/store.ts";
import { defaultPoster } from "./pictures.ts";
import * as store from "./store.ts";
import type { BodyOf } from "#contract/endpoint.ts";

/** What a new event has until its editor sets it. */
const unset = {
  summary: "",
  description: "",
  descriptionHtml: null,
  poster: defaultPoster,
  categories: [],
  ageRule: "all",
  dressCode: null,
  lineup: [],
  policies: [],
  gallery: [],
  seoTitle: null,
  seoDescription: null,
  recap: null,
  seriesId: null,
  visibility: "draft",
  hideCounts: false,
  salesEndAtStart: false,
  entryOpensMinutes: null,
  refunds: { kind: "none" },
} satisfies Partial<store.NewEvent>;

/** A new event as its creator saves it. */
export type EventDraft = Omit<store.NewEvent, keyof typeof unset | "slug" | "stockId"> &
  Partial<Pick<store.NewEvent, keyof typeof unset | "slug">> & {
    /** People that the event can take across all types; null if only the types count. */
    capacity: number | null;
  };

/**
 * Creates an event with a slug of its own, made from its title if it names none, and a capacity stock when it has a
 * capacity.
 *
 * @returns its id
 * @throws AppError `not_found` for an unknown venue
 */
export async function saveEvent(tx: Tx, { capacity, ...draft }: EventDraft): Promise<number> {
  const venue = requireFound(await findVenue(tx, draft.venueId));
  // Spelling other scripts in Latin letters takes long to load.
  const { slugOf } = await import("#contract/slug.ts");
  const slug = await freeSlug(tx, draft.slug ?? (slugOf(draft.title) || "event"));
  const event = { ...unset, ...draft, slug, stockId: await createCapacity(tx, capacity) };
  return store.insertEvent(tx, event, searchTextOf({ ...event, venue }));
}

/** The stock that counts an event's people, if it has a capacity. */
export async function createCapacity(tx: Tx, capacity: number | null): Promise<number | null> {
  return capacity === null ? null : createStock(tx, { kind: "event", capacity });
}

/** A slug that no event has or gets until the transaction ends: the requested one, numbered if it is taken. */
export async function freeSlug(tx: Tx, slug: string): Promise<string> {
  await store.lockSlugs(tx);
  const taken = await store.findSlugsLike(tx, slug);
  if (!taken.has(slug)) return slug;
  let number = 2;
  while (taken.has(`${slug}-${number}`)) number++;
  return `${slug}-${number}`;
}

/**
 * Creates an event: a draft that only staff see, with a slug of its own.
 *
 * @returns its id
 * @throws AppError `invalid_input` | `not_found` for an unknown venue
 */
export async function createEvent(db: Database, staff: Principal, body: BodyOf<typeof contract>): Promise<number> {
  const times = readTimes(body, "");
  const { venueId, title, timeZone, startsAt } = body;
  return inTransaction(db, async (tx) => {
    const currency = (await getSettings(tx)).defaultCurrency;
    const id = await saveEvent(tx, { venueId, title, timeZone, ...times, currency, capacity: null });
    const target = { kind: "event", id } as const;
    await recordAction(tx, { staff, action: "event.created", target, after: { title, startsAt, timeZone } });
    return id;
  });
}
