import type { PersonMoment } from "#contract/accounts/person-records.ts";
import { findRecordOwner } from "#server/modules/accounts/index.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { TimelineCursor, TimelineMoment, TimelineSource } from "#server/platform/timeline.ts";

const pageSize = 40;

/**
 * Everything that happened with a person, newest first: the moments of every source in one list.
 *
 * @throws AppError `not_found`, or `invalid_input` for a kind that no source has
 */
export async function getTimeline(
  db: Database,
  sources: TimelineSource[],
  personId: number,
  { kind, before }: { kind?: string | undefined; before?: string | undefined },
): Promise<{ items: PersonMoment[]; next: string | null; kinds: string[] }> {
  const kinds = sources.map((source) => source.kind);
  if (kind !== undefined && !kinds.includes(kind)) throw new AppError("invalid_input");
  const owner = await findRecordOwner(db, personId);
  const cursor = readTimelineCursor(before);
  const requestedSources = sources.filter((source) => kind === undefined || source.kind === kind);
  const found = await Promise.all(
    requestedSources.map(async (source): Promise<KindMoment[]> => {
      const moments = await source.find(db, owner, cursorFor(source.kind, cursor), pageSize + 1);
      return moments.map((moment) => ({ ...moment, kind: source.kind }));
    }),
  );
  const all = found.flat().toSorted(compareMoments);
  const items = all.slice(0, pageSize).map(toMoment);
  const last = items.at(-1);
  const next = all.length > pageSize && last ? `${last.at}~${last.key}` : null;
  return { items, next, kinds };
}

/** A moment with the kind of its source. */
type KindMoment = TimelineMoment & { kind: string };

/** Newest first; at the same time by kind and id, so that every moment has one position. */
function compareMoments(a: KindMoment, b: KindMoment): number {
  const later = b.at.getTime() - a.at.getTime();
  if (later !== 0) return later;
  if (a.kind !== b.kind) return a.kind < b.kind ? 1 : -1;
  return a.id < b.id ? 1 : -1;
}

/** Reads a page's cursor: time, kind and id of the last moment of the page before. */
function readTimelineCursor(before: string | undefined): (TimelineCursor & { kind: string }) | undefined {
  if (before === undefined) return undefined;
  const [at, key] = before.split("~") as [string, string];
  const colon = key.indexOf(":");
  return { at: new Date(at), kind: key.slice(0, colon), id: key.slice(colon + 1) };
}

/**
 * The cursor as one source sees it. Kinds sort descending within the cursor's own time: all moments of kinds after the
 * cursor's kind are still to come, and those of kinds before it have been shown.
 */
function cursorFor(kind: string, cursor: ReturnType<typeof readTimelineCursor>): TimelineCursor | undefined {
  if (cursor === undefined || kind === cursor.kind) return cursor;
  return kind < cursor.kind ? { at: new Date(cursor.at.getTime() + 1), id: "" } : { at: cursor.at, id: "" };
}

/** A moment as the contract shows it. */
function toMoment({ id, at, kind, title, detail, path, audit }: KindMoment): PersonMoment {
  return { key: `${kind}:${id}`, at: at.toISOString(), kind, title, detail, path, audit: audit ?? null };
}
