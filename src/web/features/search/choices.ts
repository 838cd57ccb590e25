import type { SearchHit, SearchResults } from "#contract/search.ts";
import { keepPreviousData } from "@tanstack/react-query";
import { apiQuery } from "#web/lib/api.ts";
import { dropStorage, parseJson, readStorage, writeStorage } from "#web/lib/safe-storage.ts";

const recentKey = "sg:search:recent";
const maxRecent = 5;

/** This browser's recent searches, the latest first. */
export function recentSearches(): string[] {
  const stored = parseJson(readStorage(recentKey));
  return Array.isArray(stored) ? stored.filter((words) => typeof words === "string").slice(0, maxRecent) : [];
}

export function storeSearch(words: string): void {
  const others = recentSearches().filter((stored) => stored.toLowerCase() !== words.toLowerCase());
  writeStorage(recentKey, JSON.stringify([words, ...others].slice(0, maxRecent)));
}

export const forgetSearches = () => dropStorage(recentKey);

/** Shorter searches match too much to be useful. */
export const minCharacters = 2;

/** Results from the whole site for this text. */
export const searchQuery = (q: string) => ({
  ...apiQuery("GET /api/search", { query: { q } }),
  enabled: q.length >= minCharacters,
  placeholderData: keepPreviousData,
});

/** What staff may find in admin, by their role. Customers and orders change meanwhile, so nothing is kept. */
export const staffSearchQuery = (q: string) => ({
  ...apiQuery("GET /api/admin/search", { query: { q } }),
  enabled: q.length >= minCharacters,
  placeholderData: keepPreviousData,
  staleTime: 0,
  gcTime: 0,
});

/** A page, a setting or an action of the admin area that the search knows without asking the server. */
export type Place = {
  group: "Actions" | "Pages" | "Settings";
  label: string;
  path: string;
  /** Other words that find it. */
  words?: string;
};

const maxPlaces = 6;
const wordsIn = (text: string) =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** The places with all typed words as beginnings of theirs, in groups; without words, what staff do most. */
export function placeGroups(places: Place[], typed: string): ChoiceGroup[] {
  const words = wordsIn(typed);
  const isFound = ({ label, words: more = "", group }: Place) => {
    if (words.length === 0) return group !== "Settings";
    const placeWords = wordsIn(`${label} ${more}`);
    return words.every((word) => placeWords.some((each) => each.startsWith(word)));
  };
  return (["Actions", "Pages", "Settings"] as const).flatMap((title) => {
    const found = places.filter((place) => place.group === title && isFound(place));
    const shown = words.length === 0 ? found : found.slice(0, maxPlaces);
    if (shown.length === 0) return [];
    const choices = shown.map(({ label, path }, index): Choice => ({
      id: `${title.toLowerCase()}-${index}`,
      kind: "all",
      text: label,
      path,
    }));
    return [{ title, choices }];
  });
}

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
  const at = choices.findIndex(({ id }) => id === active);
  if (at < 0) return choices.at(by > 0 ? 0 : -1)?.id;
  return choices[(at + by + choices.length) % choices.length]?.id;
}
