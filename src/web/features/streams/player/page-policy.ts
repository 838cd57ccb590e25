import { paths } from "#web/lib/paths.ts";

/**
 * Whether this page may show other sites' players and streams. The server allows them only on pages that were opened at
 * /live: after a link from another page, a reload does that.
 */
export function pageAllows(): boolean {
  const [opened] = performance.getEntriesByType("navigation");
  return opened === undefined || new URL(opened.name, location.href).pathname === paths.live();
}
