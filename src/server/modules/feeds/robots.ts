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
