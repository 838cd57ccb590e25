import { afterEach } from "vitest";
import { createSite, type Site, type SiteOptions } from "./site.ts";

/** Opens sites for the tests of a file. They close after each test, in reverse order. */
export function openSites(): (options?: SiteOptions) => Promise<Site> {
  const sites: Site[] = [];
  afterEach(async () => {
    const closings: PromiseSettledResult<void>[] = [];
    for (const site of sites.splice(0)) closings.push(...(await Promise.allSettled([site.close()])));
    for (const closing of closings) if (closing.status === "rejected") throw closing.reason;
  });
  return async (options = {}) => {
    const site = await createSite(options);
    sites.unshift(site);
    return site;
  };
}
