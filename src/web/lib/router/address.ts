/** Where the app is: an address of this site, and what the history keeps beside it. */
export type Location = {
  pathname: string;
  /** With its `?`, or empty. */
  search: string;
  /** With its `#`, or empty. */
  hash: string;
  /** What `navigate` was given as state. */
  state: unknown;
  /** Names this entry of the history. */
  key: string;
};

export type Params = Record<string, string | undefined>;

/** Path, query and hash as text. */
export const hrefOf = ({ pathname, search, hash }: Pick<Location, "pathname" | "search" | "hash">): string =>
  pathname + search + hash;

/** A name for an entry of the history. */
export const newKey = (): string => Math.random().toString(36).slice(2, 10);

/** The location that an address means, seen from another one: `?page=2` stays on its path. */
export function locationOf(to: string, from: Location, state: unknown = null): Location {
  const [, pathname = "", search = "", hash = ""] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(to) ?? [];
  return {
    pathname: pathname || from.pathname,
    search: search === "?" ? "" : search,
    hash: hash === "#" ? "" : hash,
    state,
    key: newKey(),
  };
}

/** An address of another site, which the browser opens by itself. One of our own is returned without its origin. */
export function insideOf(to: string, origin: string | undefined): { path: string; isForeign: boolean } {
  if (!/^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(to)) return { path: to, isForeign: false };
  const isOurs = origin !== undefined && (to === origin || to.startsWith(`${origin}/`));
  return isOurs ? { path: to.slice(origin.length) || "/", isForeign: false } : { path: to, isForeign: true };
}

const matchers = new Map<string, { pattern: RegExp; names: string[] }>();

/** `/events/:id/:slug?` as an expression; `*` is any path. */
function matcherOf(path: string) {
  let matcher = matchers.get(path);
  if (matcher === undefined) {
    const names: string[] = [];
    const source = path
      .replace(/\/+$/, "")
      .replace(/\/:(\w+)(\?)?/g, (_, name: string, optional: string | undefined) => {
        names.push(name);
        return optional ? "(?:/([^/]+))?" : "/([^/]+)";
      });
    matcher = { pattern: path === "*" ? /^/ : new RegExp(`^${source}/*$`, "i"), names };
    matchers.set(path, matcher);
  }
  return matcher;
}

/** What an address's part says; a malformed one stays as it is. */
export function decode(text: string | undefined): string | undefined {
  try {
    return text === undefined ? undefined : decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The first route whose path fits, with what its path names. */
export function matchPath<Route extends { path: string }>(
  routes: readonly Route[],
  pathname: string,
): { route: Route; params: Params } | undefined {
  for (const route of routes) {
    const { pattern, names } = matcherOf(route.path);
    const found = pattern.exec(pathname);
    if (found) return { route, params: Object.fromEntries(names.map((name, i) => [name, decode(found[i + 1])])) };
  }
  return undefined;
}
