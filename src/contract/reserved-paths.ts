const reserved =
  /^\/(?:api|media|ingest|hls|assets|feeds|\.well-known|brand)(?:\/|$)|^\/(?:healthz|readyz|metrics|robots\.txt|sitemap[^/]*\.xml|manifest\.webmanifest|sw\.js|shell\.html|favicon\.ico)$/;

/** True for the path of something that isn't a page: the API, files, feeds, what machines read. Without the query. */
export const isReservedPath = (pathname: string): boolean => reserved.test(pathname);
