import type { EventAddress, SitemapPage } from "#server/modules/events/index.ts";
import type { ProductAddress } from "#server/modules/shop/index.ts";
import { escapeXml } from "./text.ts";

const head = `<?xml version="1.0" encoding="UTF-8"?>\n`;
const namespace = `xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"`;

/** URLs per page of the sitemap. The protocol allows 50,000 and 50 MB; smaller pages are crawled again sooner. */
export const idsPerPage = 5000;

/** The permanent public pages. */
const ownPages = ["/", "/events", "/events?when=past", "/shop", "/live", "/community"];

/** The sitemap's parts, and when each last changed. The shop's part is missing while it has no products. */
export function writeSitemapIndex(pages: SitemapPage[], products: ProductAddress[], baseUrl: string): string {
  const changes = products.map(({ changedAt }) => changedAt.getTime());
  const shop = changes.length > 0 ? [loc(`${baseUrl}/sitemap-products.xml`, new Date(Math.max(...changes)))] : [];
  const parts = [
    `<sitemap>${loc(`${baseUrl}/sitemap-pages.xml`)}</sitemap>`,
    ...shop.map((part) => `<sitemap>${part}</sitemap>`),
    ...pages.map(({ page, changedAt }) => `<sitemap>${loc(`${baseUrl}/sitemap-${page}.xml`, changedAt)}</sitemap>`),
  ];
  return `${head}<sitemapindex ${namespace}>\n${parts.join("\n")}\n</sitemapindex>\n`;
}

/** The site's own pages. */
export function writeOwnPages(baseUrl: string): string {
  return urlSet(ownPages.map((path) => loc(baseUrl + path)));
}

/** Events with their canonical URL. */
export function writeEventSitemap(events: EventAddress[], baseUrl: string): string {
  return urlSet(events.map(({ id, slug, changedAt }) => loc(`${baseUrl}/events/${id}/${slug}`, changedAt)));
}

/** Products of the shop, each with its page. */
export function writeProductSitemap(products: ProductAddress[], baseUrl: string): string {
  return urlSet(products.map(({ slug, changedAt }) => loc(`${baseUrl}/shop?product=${slug}`, changedAt)));
}

const urlSet = (entries: string[]) =>
  `${head}<urlset ${namespace}>\n${entries.map((entry) => `<url>${entry}</url>`).join("\n")}\n</urlset>\n`;

const loc = (address: string, changedAt?: Date) =>
  `<loc>${escapeXml(address)}</loc>${changedAt === undefined ? "" : `<lastmod>${changedAt.toISOString()}</lastmod>`}`;

/** Paths that are only for one person, or for staff. */
const notForSearch = [
  "/admin",
  "/analytics",
  "/checkout",
  "/email-management",
  "/free-tickets",
  "/my-tickets",
  "/password-reset",
  "/payment-success",
  "/ticket-management",
  "/ticket-scanner",
  "/user-management",
  "/api/",
];

/**
 * The robots.txt: what search engines must not read, and where the sitemap is. Everything else is open, images and
 * feeds included.
 */
export function writeRobots(baseUrl: string): string {
  const lines = [
    "User-agent: *",
    ...notForSearch.map((path) => `Disallow: ${path}`),
    "",
    `Sitemap: ${baseUrl}/sitemap.xml`,
  ];
  return `${lines.join("\n")}\n`;
}
