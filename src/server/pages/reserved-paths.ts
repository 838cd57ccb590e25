const reserved =
  /^\/(?:api|media|ingest|assets|feeds|\.well-known|brand)(?:\/|\?|$)|^\/(?:healthz|readyz|metrics|robots\.txt|sitemap[^/]*\.xml|manifest\.webmanifest|sw\.js|favicon\.ico)(?:\?|$)/;

/** URLs that aren't pages: an unknown one among them gets a plain 404, never HTML. */
export const isReserved = (url: string) => reserved.test(url);
