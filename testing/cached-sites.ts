import { createLiveSite, type LiveSite } from "./live-site.ts";

export type CachedSites = ReturnType<typeof cacheSites>;

/**
 * Keeps the site of the test file that a worker is running. The next file gets a new site, with its own database, folder
 * and memory, in the same process: loading the product takes seconds; creating a site takes a third of a second.
 */
export function cacheSites() {
  let current: { file: string; site: LiveSite } | undefined;
  async function close() {
    const last = current;
    current = undefined;
    await last?.site.close();
  }
  return {
    /** Returns a file's site. The previous file has ended by then. */
    async of(file: string): Promise<LiveSite> {
      if (current?.file !== file) {
        await close();
        current = { file, site: await createLiveSite() };
      }
      return current.site;
    },
    close,
  };
}
