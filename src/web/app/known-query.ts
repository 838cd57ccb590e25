import { matchRoutes } from "react-router";
import { createSession } from "#web/features/accounts/session.ts";
import { createQueryClient } from "#web/lib/query-client.ts";
import { createRoutes, type RouteFacts } from "./routes.tsx";

const routes = createRoutes({ queryClient: createQueryClient(), session: createSession(null) });

/**
 * The one spelling of an address for the server's page cache: only the parameters its page reads, in one order.
 * Undefined where no page is, so that ten thousand unknown addresses cost one cached page; null where the address itself
 * is a secret (the link in a mail), so that nothing of it is kept.
 */
export function knownQuery(pathname: string, search: URLSearchParams): string | null | undefined {
  const facts = matchRoutes(routes, pathname)?.at(-1)?.route.handle as RouteFacts | undefined;
  if (!facts) return undefined;
  if (isPersonal(facts.personal, search)) return null;
  const kept = new URLSearchParams();
  for (const name of facts.query) {
    const value = search.get(name);
    if (value !== null) kept.set(name, value.slice(0, 200));
  }
  const text = kept.toString();
  return text ? `${pathname}?${text}` : pathname;
}

function isPersonal(personal: RouteFacts["personal"], search: URLSearchParams): boolean {
  return typeof personal === "boolean" ? personal && search.size > 0 : personal.some((name) => search.has(name));
}
