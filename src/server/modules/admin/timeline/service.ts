import type { MomentKind, PersonMoment } from "#contract/person-records.ts";
import { findRecordOwner } from "#server/modules/accounts/index.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { TimelineSource } from "#server/platform/timeline.ts";
import { compareMoments, cursorFor, readTimelineCursor, toMoment, type KindMoment } from "./rules.ts";

const pageSize = 40;

/**
 * Everything that happened with a person, newest first: the moments of every source in one list.
 *
 * @throws AppError `not_found`
 */
export async function getTimeline(
  db: Database,
  sources: TimelineSource[],
  personId: number,
  { kind, before }: { kind?: MomentKind | undefined; before?: string | undefined },
): Promise<{ items: PersonMoment[]; next: string | null }> {
  const owner = await findRecordOwner(db, personId);
  const cursor = readTimelineCursor(before);
  const asked = sources.filter((source) => kind === undefined || source.kind === kind);
  const found = await Promise.all(
    asked.map(async (source): Promise<KindMoment[]> => {
      const moments = await source.find(db, owner, cursorFor(source.kind, cursor), pageSize + 1);
      return moments.map((moment) => ({ ...moment, kind: source.kind }));
    }),
  );
  const all = found.flat().toSorted(compareMoments);
  const items = all.slice(0, pageSize).map(toMoment);
  const last = items.at(-1);
  return { items, next: all.length > pageSize && last ? `${last.at}~${last.key}` : null };
}
