import { createLiveSite, type LiveSite } from "./live-site.ts";

export type KeptSites = ReturnType<typeof keepSites>;

/**
 * Keeps the site of the file that a worker is at. The next file gets a new one, with a database, a folder and a memory of
 * its own, in the same process: loading the product takes seconds, a site takes a third of one.
 */
export function keepSites() {
  let kept: { file: string; site: LiveSite } | undefined;
  async function close() {
    const last = kept;
    kept = undefined;
    await last?.site.close();
  }
  return {
    /** The site of a file; whichever file came before has ended by then. */
    async of(file: string): Promise<LiveSite> {
      if (kept?.file !== file) {
        await close();
        kept = { file, site: await createLiveSite() };
      }
      return kept.site;
    },
    close,
  };
}
