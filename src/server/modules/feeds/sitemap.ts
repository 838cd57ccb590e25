import type { EventAddress, SitemapPage } from "#server/modules/events/index.ts";
import { escapeXml } from "./plain.ts";

const head = `<?xml version="1.0" encoding="UTF-8"?>\n`;
const namespace = `xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"`;

/** URLs per page of the sitemap. The protocol allows 50,000 and 50 MB; smaller pages are crawled again sooner. */
export const idsPerPage = 5000;

/** The permanent public pages. */
const ownPages = ["/", "/events", "/events?when=past", "/shop", "/live", "/community"];

/** The sitemap's parts, and when each last changed. */
export function writeSitemapIndex(pages: SitemapPage[], baseUrl: string): string {
  const parts = [
    `<sitemap><loc>${escapeXml(baseUrl)}/sitemap-pages.xml</loc></sitemap>`,
    ...pages.map(
      ({ page, changedAt }) =>
        `<sitemap><loc>${escapeXml(baseUrl)}/sitemap-${page}.xml</loc><lastmod>${changedAt.toISOString()}</lastmod></sitemap>`,
    ),
  ];
  return `${head}<sitemapindex ${namespace}>\n${parts.join("\n")}\n</sitemapindex>\n`;
}

/** The site's own pages. */
export function writeOwnPages(baseUrl: string): string {
  return urlSet(ownPages.map((path) => `<url><loc>${escapeXml(baseUrl + path)}</loc></url>`));
}

/** Events with their canonical URL. */
export function writeEventSitemap(events: EventAddress[], baseUrl: string): string {
  return urlSet(
    events.map(({ id, slug, changedAt }) => {
      const address = escapeXml(`${baseUrl}/events/${id}/${slug}`);
      return `<url><loc>${address}</loc><lastmod>${changedAt.toISOString()}</lastmod></url>`;
    }),
  );
}

const urlSet = (entries: string[]) => `${head}<urlset ${namespace}>\n${entries.join("\n")}\n</urlset>\n`;
