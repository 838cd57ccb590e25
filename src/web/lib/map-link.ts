/** A point on the map, in degrees. */
type MapPoint = { latitude: number; longitude: number };

const number = String.raw`(-?\d{1,3}(?:\.\d+)?)`;
const pair = new RegExp(String.raw`^\s*${number}\s*,[\s+]*${number}(?:,.*)?$`);

/** Where the parameters of each map's links have a point, the most exact first. */
const parameters = ["coordinate", "ll", "sll", "query", "q", "destination", "daddr", "center", "viewpoint"];

const hosts =
  /^(?:(?:www\.|maps\.)?google\.(?:com?\.)?[a-z]{2,3}|maps\.apple\.com|(?:www\.)?(?:openstreetmap|osm)\.org)$/;

/**
 * The point that a link to Google Maps, Apple Maps or OpenStreetMap shows: the marked place, or else the middle of the
 * map. Undefined for every other text. Reads the link only, so a short link, which hides its place, has none.
 */
export function readMapLink(text: string): MapPoint | undefined {
  const typed = text.trim();
  const geo = /^geo:([^?;]+)/i.exec(typed);
  if (geo) return pointOf(pair.exec(geo[1]!));
  const link = urlOf(typed);
  if (!link || !hosts.test(link.hostname.toLowerCase())) return undefined;
  const path = link.pathname.replaceAll(/%2c/gi, ",").replaceAll("%20", "+");
  const marked = [...path.matchAll(new RegExp(`!3d${number}!4d${number}`, "g"))].at(-1);
  if (marked) return pointOf(marked);
  const { searchParams } = link;
  const mark = [searchParams.get("mlat"), searchParams.get("mlon")];
  if (mark[0] !== null && mark[1] !== null) return pointOf(["", ...mark] as string[]);
  for (const name of parameters) {
    const point = pointOf(pair.exec((searchParams.get(name) ?? "").replace(/^loc:/, "")));
    if (point) return point;
  }
  const searched = /\/(?:search|place|dir\/[^/]*)\/([^/@]+)/.exec(path);
  const named = searched && pointOf(pair.exec(searched[1]!));
  if (named) return named;
  const shown =
    new RegExp(`/@${number},${number},`).exec(path) ?? new RegExp(`map=[\\d.]+/${number}/${number}`).exec(link.hash);
  return pointOf(shown);
}

/** True for a link that only the map's own server can resolve. */
export const isShortMapLink = (text: string): boolean =>
  /^https?:\/\/(?:maps\.app\.goo\.gl|goo\.gl\/maps|maps\.apple\/|osm\.org\/go\/)/i.test(text.trim());

/** A link that shows a point on OpenStreetMap, which `readMapLink` reads again. */
export const mapLinkOf = ({ latitude, longitude }: MapPoint): string =>
  `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=17/${latitude}/${longitude}`;

function urlOf(text: string): URL | undefined {
  try {
    return new URL(/^https?:\/\//i.test(text) ? text : `https://${text}`);
  } catch {
    return undefined;
  }
}

function pointOf(found: ArrayLike<string> | null): MapPoint | undefined {
  if (found === null) return undefined;
  const [latitude, longitude] = [Number(found[1]), Number(found[2])];
  const isOnEarth = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
  return isOnEarth && !Number.isNaN(latitude) && !Number.isNaN(longitude) ? { latitude, longitude } : undefined;
}
