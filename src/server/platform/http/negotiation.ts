/** The content codings that we ever send, best first. */
const ours = ["br", "gzip", "deflate"];

/**
 * The content codings that a client accepts, as RFC 9110 (12.5.3) reads them, without weights and without those it
 * refuses: what any library then makes of the header is right. Codings that it likes less than the plain text are left
 * out. If nothing is left, `identity`: a response that isn't coded.
 */
export function acceptedCodings(header: string): string {
  const weights = new Map<string, number>();
  for (const part of header.toLowerCase().split(",")) {
    const [name = "", ...parameters] = part.split(";").map((each) => each.trim());
    const weight = parameters.find((each) => each.startsWith("q="))?.slice(2) ?? "1";
    if (name !== "")
      weights.set(name === "x-gzip" ? "gzip" : name, /^[01](?:\.\d{0,3})?$/.test(weight) ? Number(weight) : 0);
  }
  const weightOf = (coding: string) => weights.get(coding) ?? weights.get("*") ?? 0;
  const plain = weights.get("identity") ?? 0;
  const accepted = ours.filter((coding) => weightOf(coding) > 0 && weightOf(coding) >= plain);
  return accepted.toSorted((a, b) => weightOf(b) - weightOf(a)).join(", ") || "identity";
}

/** True when a client already has this content, by its If-None-Match header (RFC 9110, 13.1.2): `*` is any content. */
export function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const strong = (tag: string) => tag.trim().replace(/^W\//, "");
  return ifNoneMatch.trim() === "*" || ifNoneMatch.split(",").some((known) => strong(known) === strong(etag));
}

/** True if each escape of a path stands for something: `/%` and `/%ff` name nothing. */
function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/**
 * A URL as it can be routed: where its path can't be decoded, its percent signs are read as such, so that it names a page
 * that doesn't exist and not an error. The query stays as it came.
 */
export function routableUrl(url: string): string {
  const end = url.search(/[?#]/);
  const path = end < 0 ? url : url.slice(0, end);
  return !path.includes("%") || isDecodable(path) ? url : path.replaceAll("%", "%25") + url.slice(path.length);
}
