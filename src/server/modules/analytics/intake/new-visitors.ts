import { LRUCache } from "lru-cache";
import { growingTo } from "#server/platform/growing-cache.ts";

/**
 * How many visitors that weren't seen before one network may bring, on one node. A venue's or carrier's address serves
 * many people, so visitors beyond it aren't refused: they count as likely bots, which staff can count as well.
 */
export const newVisitorLimits = [
  { seconds: 10, most: 20 },
  { seconds: 3600, most: 600 },
];

/** Visitors and networks that are remembered: some megabytes. */
const remembered = 50_000;

/**
 * Tells bursts from people: whether a visitor came when its network had brought all that it may. A visitor stays what it
 * was for an hour.
 *
 * @param enabled false: nobody is a burst (benchmarks)
 */
export function createNewVisitors(
  enabled: boolean,
  clock: () => number = Date.now,
): (network: string, who: string) => boolean {
  const known = new LRUCache<string, { isBurst: boolean; until: number }>(growingTo(remembered));
  const counts = newVisitorLimits.map(
    () => new LRUCache<string, { count: number; until: number }>(growingTo(remembered)),
  );

  /** Whether a network has room for one more, which then counts. */
  function admit(network: string, now: number): boolean {
    const used = newVisitorLimits.map(({ seconds }, index) => {
      const found = counts[index]!.get(network);
      if (found !== undefined && found.until > now) return found;
      const fresh = { count: 0, until: now + seconds * 1000 };
      counts[index]!.set(network, fresh);
      return fresh;
    });
    if (used.some(({ count }, index) => count >= newVisitorLimits[index]!.most)) return false;
    for (const each of used) each.count++;
    return true;
  }

  return (network, who) => {
    if (!enabled) return false;
    const now = clock();
    const key = `${network} ${who}`;
    const before = known.get(key);
    if (before !== undefined && before.until > now) return before.isBurst;
    const isBurst = !admit(network, now);
    known.set(key, { isBurst, until: now + 3_600_000 });
    return isBurst;
  };
}
