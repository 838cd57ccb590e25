/** The paths of all pages, as the specification's route table has them. A test compares them with the web app's routes. */
export const pagePaths = [
  "/",
  "/events",
  "/events/:id/:slug?",
  "/shop",
  "/live",
  "/community",
  "/checkout",
  "/payment-success",
  "/my-tickets",
  "/password-reset",
  "/ticket-scanner",
  "/admin",
  "/analytics",
  "/user-management",
  "/ticket-management",
  "/free-tickets",
  "/email-management",
] as const;

const reserved =
  /^\/(?:api|media|ingest|hls|assets|feeds|\.well-known|brand)(?:\/|$)|^\/(?:healthz|readyz|metrics|robots\.txt|sitemap[^/]*\.xml|manifest\.webmanifest|sw\.js|shell\.html|favicon\.ico)$/;

/** True for the path of something that isn't a page: the API, files, feeds, what machines read. Without the query. */
export const isReservedPath = (pathname: string): boolean => reserved.test(pathname);
