import type { SearchHit, SearchResults } from "#contract/search.ts";

/** One option in the search list: a result, or a search to run. */
export type Choice =
  | { id: string; kind: "hit"; hit: SearchHit }
  | { id: string; kind: "words"; words: string }
  | { id: string; kind: "all"; text: string; path: string };

export type ChoiceGroup = { title: string; choices: Choice[] };

/** The results in groups, followed by links to the full lists of those that show only some. */
export function resultGroups({ q, groups }: SearchResults): ChoiceGroup[] {
  const found = groups.map(({ kind, label, hits }) => ({
    title: label,
    choices: hits.map((hit, index): Choice => ({ id: `${kind}-${index}`, kind: "hit", hit })),
  }));
  const all = groups.flatMap(({ kind, label, listPath, hits, total }): Choice[] =>
    listPath === null || total <= hits.length
      ? []
      : [{ id: `all-${kind}`, kind: "all", text: `All ${label.toLowerCase()} for “${q}”`, path: listPath }],
  );
  return all.length === 0 ? found : [...found, { title: "More", choices: all }];
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
