import { useCallback } from "react";
import { useLocation, useSearchParams } from "#web/lib/router.ts";
import { withQuery } from "#web/lib/paths.ts";
import type { ListAt } from "./list-query.ts";

/** An id in the URL. */
export const wholeNumber = /^[1-9]\d{0,14}$/;

type AddressChange = Record<string, string | number | undefined>;

/**
 * A list's search, filters, sort order and page, kept in the URL: the Back button steps through them, and a copied URL
 * shows the same rows. Any change except the page returns to the first page.
 *
 * @param pageName the name of the page parameter, if one screen has two lists
 */
export function useListAddress(pageName = "page") {
  const { pathname } = useLocation();
  const [search, setSearch] = useSearchParams();
  const cursorName = pageName === "page" ? "cursor" : `${pageName}-after`;

  const addressWith = useCallback(
    (changes: AddressChange) => {
      const current = Object.fromEntries(search);
      const { page, cursor, ...others } = changes;
      return withQuery(pathname, { ...current, ...others, [pageName]: page, [cursorName]: cursor });
    },
    [cursorName, pageName, pathname, search],
  );
  const change = useCallback(
    (changes: AddressChange, { replace = false } = {}) => {
      setSearch(new URLSearchParams(addressWith(changes).split("?")[1] ?? ""), { replace, preventScrollReset: true });
    },
    [addressWith, setSearch],
  );
  /** One of the known values, or undefined: a mistyped URL shows everything. */
  const choice = <Value extends string>(name: string, values: readonly Value[]): Value | undefined =>
    values.find((value) => value === search.get(name));
  const number = (name: string) => {
    const value = search.get(name);
    return value !== null && wholeNumber.test(value) ? Number(value) : undefined;
  };

  return {
    search,
    addressWith,
    change,
    choice,
    number,
    /** The page that the list shows. */
    at: { page: number(pageName), cursor: /^[\w-]{1,1000}$/.exec(search.get(cursorName) ?? "")?.[0] } satisfies ListAt,
    q: search.get("q")?.slice(0, 100) ?? "",
  };
}

export type ListAddress = ReturnType<typeof useListAddress>;
