import { search as siteSearch, searchStaff, type SearchResults } from "#contract/search.ts";
import { hasRole, type Principal } from "#server/platform/http/principal.ts";
import { route } from "#server/platform/http/route.ts";
import { collect, type SearchSource } from "#server/platform/module-parts.ts";
import { defineModule } from "#server/platform/module.ts";

/** The site's search and the one in admin: what modules contribute to them, in groups. */
export const search = defineModule("search", ({ context, contributions }) => ({
  routes() {
    const sources = () => collect(contributions, "search").flat();
    route(context, siteSearch, ({ query }) => searchSite(publicSources(sources()), query.q));
    route(context, searchStaff, ({ principal, query }) =>
      searchSite(staffSources(sources(), principal), query.q, staffHitsPerKind),
    );
  },
}));

const hitsPerKind = 8;
/** Staff search many kinds at once, and see the best of each without scrolling far. */
const staffHitsPerKind = 4;

/** What everyone finds on the site. */
const publicSources = (sources: SearchSource[]) => sources.filter(({ access }) => access === undefined);

/** What a member of staff finds in admin: only what their role may open. */
const staffSources = (sources: SearchSource[], staff: Principal | undefined) =>
  sources.filter(({ access }) => access !== undefined && hasRole(staff, access));

/** Asks every source and groups the results in the order of sources; leaves out kinds without results. */
export async function searchSite(sources: SearchSource[], q: string, most = hitsPerKind): Promise<SearchResults> {
  const groups = await Promise.all(
    sources.map(async ({ kind, label, listPath, find }) => ({
      kind,
      label,
      listPath: listPath?.(q) ?? null,
      ...(await find(q, most)),
    })),
  );
  return { q, groups: groups.filter(({ hits }) => hits.length > 0) };
}
