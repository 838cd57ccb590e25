import { containing } from "#server/platform/db/paging.ts";
import { wordsOf } from "#server/platform/db/word-search.ts";

/** What a search of the shop covers, in the form it is stored and queried in. */
export interface SearchedProduct {
  title: string;
  tagline: string;
  /** Names of its collections. */
  collections: string[];
  options: { name: string; values: string[] }[];
}

/** All searchable text of a product, as one line of plain words. */
export function productSearchText({ title, tagline, collections, options }: SearchedProduct): string {
  const values = options.filter(({ name }) => name.toLowerCase() !== "size").flatMap((option) => option.values);
  return wordsOf([title, tagline, ...collections, ...values].join(" ")).join(" ");
}

/** One pattern for each word of a query: each word must be found. */
export const productPatterns = (q: string | undefined): string[] =>
  wordsOf(q ?? "")
    .slice(0, 12)
    .map(containing);
