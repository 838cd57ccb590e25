import { matchRoutes } from "react-router";
import { createSession } from "#web/features/accounts/session.ts";
import { createQueryClient } from "#web/lib/query-client.ts";
import { createRoutes, type RouteHandle } from "./routes.tsx";

const routes = createRoutes({ queryClient: createQueryClient(), session: createSession(null) });

/**
 * The server's page cache key for a URL: only the parameters that its page reads, in a fixed order. Undefined if no
 * page matches, so that ten thousand unknown URLs cost one cached page. Null if the URL itself is a secret (a link from
 * an email), so that it is never cached.
 */
export function knownQuery(pathname: string, search: URLSearchParams): string | null | undefined {
  const handle = matchRoutes(routes, pathname)?.at(-1)?.route.handle as RouteHandle | undefined;
  if (!handle) return undefined;
  if (isPersonal(handle.personal, search)) return null;
  const params = new URLSearchParams();
  for (const name of handle.query) {
    const value = search.get(name);
    if (value !== null) params.set(name, value.slice(0, 200));
  }
  const text = params.toString();
  return text ? `${pathname}?${text}` : pathname;
}

function isPersonal(personal: RouteHandle["personal"], search: URLSearchParams): boolean {
  return typeof personal === "boolean" ? personal && search.size > 0 : personal.some((name) => search.has(name));
}
