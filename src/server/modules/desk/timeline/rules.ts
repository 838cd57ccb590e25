import type { MomentKind, PersonMoment } from "#contract/person-records.ts";
import type { TimelineMoment, TimelinePlace } from "#server/platform/timeline.ts";

/** A moment with the kind of the source that told it. */
export type KindMoment = TimelineMoment & { kind: MomentKind };

/** Newest first; of one instant by kind and id, so that every moment has one place. */
export function compareMoments(a: KindMoment, b: KindMoment): number {
  const later = b.at.getTime() - a.at.getTime();
  if (later !== 0) return later;
  if (a.kind !== b.kind) return a.kind < b.kind ? 1 : -1;
  return a.id < b.id ? 1 : -1;
}

/** Reads where a page goes on: instant, kind and id of the last moment of the page before. */
export function readPlace(before: string | undefined): (TimelinePlace & { kind: string }) | undefined {
  if (before === undefined) return undefined;
  const [at, key] = before.split("~") as [string, string];
  const colon = key.indexOf(":");
  return { at: new Date(at), kind: key.slice(0, colon), id: key.slice(colon + 1) };
}

/**
 * The place as one source sees it. Within the place's own instant the kinds go downwards: those after the place's kind are
 * all still to come, those before it are all told.
 */
export function placeFor(kind: MomentKind, place: ReturnType<typeof readPlace>): TimelinePlace | undefined {
  if (place === undefined || kind === place.kind) return place;
  return kind < place.kind ? { at: new Date(place.at.getTime() + 1), id: "" } : { at: place.at, id: "" };
}

/** A moment as the contract shows it. */
export function toMoment({ id, at, kind, title, detail, path, audit }: KindMoment): PersonMoment {
  return { key: `${kind}:${id}`, at: at.toISOString(), kind, title, detail, path, audit: audit ?? null };
}
