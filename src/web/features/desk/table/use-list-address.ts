import { useCallback } from "react";
import { useLocation, useSearchParams } from "react-router";
import { withQuery } from "#web/lib/paths.ts";

export type AddressChange = Record<string, string | number | undefined>;

/**
 * A list's search, filters, order and page, kept in the address: Back goes through them, and a copied address shows the
 * same rows. Whatever changes besides the page leads to the first page.
 *
 * @param pageName what the page is called in the address, where two lists stand on one screen
 */
export function useListAddress(pageName = "page") {
  const { pathname } = useLocation();
  const [search, setSearch] = useSearchParams();
  const cursorName = pageName === "page" ? "cursor" : `${pageName}-after`;

  const addressWith = useCallback(
    (changes: AddressChange) => {
      const kept = Object.fromEntries(search);
      const { page, cursor, ...others } = changes;
      return withQuery(pathname, { ...kept, ...others, [pageName]: page, [cursorName]: cursor });
    },
    [cursorName, pageName, pathname, search],
  );
  const change = useCallback(
    (changes: AddressChange, { replace = false } = {}) => {
      setSearch(new URLSearchParams(addressWith(changes).split("?")[1] ?? ""), { replace, preventScrollReset: true });
    },
    [addressWith, setSearch],
  );
  /** One of the values that are known, or undefined: an address that somebody mistyped shows everything. */
  const choice = <Value extends string>(name: string, values: readonly Value[]): Value | undefined =>
    values.find((value) => value === search.get(name));
  const number = (name: string) => {
    const value = search.get(name);
    return value !== null && /^[1-9]\d{0,14}$/.test(value) ? Number(value) : undefined;
  };

  return {
    search,
    addressWith,
    change,
    choice,
    number,
    page: number(pageName),
    /** Where a long list goes on; it then wins over the page's number. */
    cursor: /^[\w-]{1,1000}$/.exec(search.get(cursorName) ?? "")?.[0],
    q: search.get("q")?.slice(0, 100) ?? "",
  };
}

export type ListAddress = ReturnType<typeof useListAddress>;
