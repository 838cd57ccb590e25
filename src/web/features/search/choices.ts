import type { SearchHit, SearchKind, SearchResults } from "#contract/search.ts";
import { paths } from "#web/lib/paths.ts";

/** One option in the search list: a result, or a search to run. */
export type Choice =
  | { id: string; kind: "hit"; hit: SearchHit }
  | { id: string; kind: "words"; words: string }
  | { id: string; kind: "all"; words: string; path: string };

export type ChoiceGroup = { title: string; choices: Choice[] };

const titles: Record<SearchKind, string> = { events: "Events", products: "Shop", posts: "Community" };

/** The results in groups, followed by a link to the full list of events. */
export function resultGroups({ q, groups }: SearchResults): ChoiceGroup[] {
  const found = groups.map(({ kind, hits }) => ({
    title: titles[kind],
    choices: hits.map((hit, index): Choice => ({ id: `${kind}-${index}`, kind: "hit", hit })),
  }));
  const events = groups.find(({ kind }) => kind === "events");
  if (!events || events.total <= events.hits.length) return found;
  const all: Choice = { id: "all", kind: "all", words: q, path: paths.events({ q }) };
  return [...found, { title: "More", choices: [all] }];
}

export const recentGroup = (searches: string[]): ChoiceGroup => ({
  title: "Recent searches",
  choices: searches.map((words, index) => ({ id: `recent-${index}`, kind: "words", words })),
});

/** The previous or next choice, wrapping around; without an active choice, the last or first. */
export function step(choices: Choice[], active: string | undefined, by: 1 | -1): string | undefined {
  if (choices.length === 0) return undefined;
  const at = choices.findIndex(({ id }) => id === active);
  const next = at < 0 ? (by > 0 ? 0 : choices.length - 1) : (at + by + choices.length) % choices.length;
  return choices[next]?.id;
}
