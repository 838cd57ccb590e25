import type { SearchHit, SearchKind, SearchResults } from "#contract/search.ts";
import { paths } from "#web/lib/paths.ts";

/** One thing that can be chosen in the search: something found, or words to look for. */
export type Choice =
  | { id: string; kind: "hit"; hit: SearchHit }
  | { id: string; kind: "words"; words: string }
  | { id: string; kind: "all"; words: string; path: string };

export type ChoiceGroup = { title: string; choices: Choice[] };

const titles: Record<SearchKind, string> = { events: "Nights", products: "Shop", posts: "Community" };

/** What was found as the list shows it; last the way to the whole list of nights. */
export function resultGroups({ q, groups }: SearchResults): ChoiceGroup[] {
  const found = groups.map(({ kind, hits }) => ({
    title: titles[kind],
    choices: hits.map((hit, index): Choice => ({ id: `${kind}-${index}`, kind: "hit", hit })),
  }));
  const nights = groups.find(({ kind }) => kind === "events");
  if (!nights || nights.total <= nights.hits.length) return found;
  const all: Choice = { id: "all", kind: "all", words: q, path: paths.events({ q }) };
  return [...found, { title: "More", choices: [all] }];
}

export const recentGroup = (searches: string[]): ChoiceGroup => ({
  title: "You looked for",
  choices: searches.map((words, index) => ({ id: `recent-${index}`, kind: "words", words })),
});

/** The choice before or after, round in a circle; from nowhere to the first or last. */
export function step(choices: Choice[], active: string | undefined, by: 1 | -1): string | undefined {
  if (choices.length === 0) return undefined;
  const at = choices.findIndex(({ id }) => id === active);
  const next = at < 0 ? (by > 0 ? 0 : choices.length - 1) : (at + by + choices.length) % choices.length;
  return choices[next]?.id;
}
