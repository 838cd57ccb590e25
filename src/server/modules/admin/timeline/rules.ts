import type { MomentKind, PersonMoment } from "#contract/person-records.ts";
import type { TimelineMoment, TimelineCursor } from "#server/platform/timeline.ts";

/** A moment with the kind of its source. */
export type KindMoment = TimelineMoment & { kind: MomentKind };

/** Newest first; at the same time by kind and id, so that every moment has one position. */
export function compareMoments(a: KindMoment, b: KindMoment): number {
  const later = b.at.getTime() - a.at.getTime();
  if (later !== 0) return later;
  if (a.kind !== b.kind) return a.kind < b.kind ? 1 : -1;
  return a.id < b.id ? 1 : -1;
}

/** Reads a page's cursor: time, kind and id of the last moment of the page before. */
export function readTimelineCursor(before: string | undefined): (TimelineCursor & { kind: string }) | undefined {
  if (before === undefined) return undefined;
  const [at, key] = before.split("~") as [string, string];
  const colon = key.indexOf(":");
  return { at: new Date(at), kind: key.slice(0, colon), id: key.slice(colon + 1) };
}

/**
 * The cursor as one source sees it. Kinds sort descending within the cursor's own time: all moments of kinds after the
 * cursor's kind are still to come, and those of kinds before it have been shown.
 */
export function cursorFor(kind: MomentKind, cursor: ReturnType<typeof readTimelineCursor>): TimelineCursor | undefined {
  if (cursor === undefined || kind === cursor.kind) return cursor;
  return kind < cursor.kind ? { at: new Date(cursor.at.getTime() + 1), id: "" } : { at: cursor.at, id: "" };
}

/** A moment as the contract shows it. */
export function toMoment({ id, at, kind, title, detail, path, audit }: KindMoment): PersonMoment {
  return { key: `${kind}:${id}`, at: at.toISOString(), kind, title, detail, path, audit: audit ?? null };
}
