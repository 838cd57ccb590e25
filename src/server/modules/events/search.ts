import { containing } from "#server/platform/db/paging.ts";
import { wordsOf } from "#server/platform/db/word-search.ts";

/** What a search covers, in the form it is stored and queried in. */
export interface Searchable {
  title: string;
  summary: string;
  categories: string[];
  lineup: { name: string }[];
  venue: { name: string; city: string };
}

/** All searchable text of an event, as one line of plain words. */
export function searchTextOf({ title, summary, categories, lineup, venue }: Searchable): string {
  const names = lineup.map((act) => act.name);
  return wordsOf([title, summary, venue.name, venue.city, ...names, ...categories].join(" ")).join(" ");
}

/** One pattern for each word of a query: each word must be found. */
export function patternsOf(question: string | undefined): string[] {
  return question === undefined ? [] : wordsOf(question).slice(0, 12).map(containing);
}
