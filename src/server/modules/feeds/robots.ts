/** Addresses that only make sense for one person, or for staff. */
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

/** What search engines may read, and where the list of it is. Everything else is open, pictures and feeds included. */
export function writeRobots(baseUrl: string): string {
  const lines = [
    "User-agent: *",
    ...notForSearch.map((path) => `Disallow: ${path}`),
    "",
    `Sitemap: ${baseUrl}/sitemap.xml`,
  ];
  return `${lines.join("\n")}\n`;
}
