import { pagePaths } from "#contract/page-paths.ts";
import type { Beacon, InteractionKind, PageView } from "#contract/analytics/analytics.ts";

/** What a browser reports, as it waits to be written. */
export interface Reported {
  kind: InteractionKind | "page_view";
  /** A path, or an id. */
  subject: string;
  source: string;
  campaign: string;
  /** How long ago it happened when it arrived, in milliseconds. */
  ageMs: number;
}

/** Who sent it, as far as the server knows. Nothing of it is stored but a hash of `who` that is good for a day. */
export interface Sender {
  /** The browser's own session ID, or its address and name. */
  who: string;
  isBot: boolean;
  /** The network that it came from, which is stored nowhere. */
  network: string;
  device: string;
  browser: string;
}

/** A page view with where its visitor came from; none for an address that no page has. @param ownHost isn't a source */
export function toPageViews(
  { path, referrer }: Pick<PageView, "path" | "referrer">,
  ownHost: string,
  ageMs = 0,
): Reported[] {
  const subject = pageOf(pathOf(path));
  if (subject === undefined) return [];
  return [{ kind: "page_view", subject, ...originOf(path, referrer, ownHost), ageMs }];
}

/** The items of a batch; ids of events, products and streams still have to be checked. */
export const toReported = ({ items }: Beacon, ownHost: string): Reported[] =>
  items.flatMap((item) =>
    item.kind === "page_view"
      ? toPageViews(item, ownHost, item.ageMs)
      : { kind: item.kind, subject: String(item.id), source: "", campaign: "", ageMs: item.ageMs },
  );

const longestPath = 200;
const longestName = 60;

/** Only the path: a query or fragment may contain someone's key. Without characters that no database stores. */
export function pathOf(address: string): string {
  const path = clean(address.split(/[?#]/, 1)[0]!).slice(0, longestPath).toWellFormed();
  return path.length > 1 ? path.replace(/\/+$/, "") || "/" : path;
}

const plainPages = new Set<string>(pagePaths.filter((path) => !path.includes(":")));

/** The page that a path opens, in the route table's spelling; undefined for Page Not Found. An event may not exist. */
function pageOf(path: string): string | undefined {
  const page = path.toLowerCase();
  return plainPages.has(page) || eventPage.test(page) ? page : undefined;
}

const eventPage = /^\/events\/([1-9]\d{0,14})(?:\/([^/]+))?$/;

/** The event whose page a path is, and the readable part of the path. */
export function eventOf(page: string): { id: number; slug: string | undefined } | undefined {
  const [, id, slug] = eventPage.exec(page) ?? [];
  return id === undefined ? undefined : { id: Number(id), slug };
}

/** The host of a web address in lowercase, without `www.`; null for anything else. */
export function hostOf(address: string | null): string | null {
  if (address === null || !URL.canParse(address)) return null;
  const { protocol, hostname } = new URL(address);
  return /^https?:$/.test(protocol) && hostname !== "" ? hostname.replace(/^www\./, "").slice(0, longestName) : null;
}

/**
 * Hosts of services that have several, and their name as a source. Of search engines only the hosts that search: mail,
 * accounts and documents of the same company are sites of their own.
 */
const services: [RegExp, string][] = [
  [/(^|\.)instagram\.com$/, "instagram"],
  [/(^|\.)(facebook\.com|fb\.me|messenger\.com)$/, "facebook"],
  [/(^|\.)(twitter\.com|x\.com|t\.co)$/, "x"],
  [/(^|\.)tiktok\.com$/, "tiktok"],
  [/(^|\.)(youtube\.com|youtu\.be)$/, "youtube"],
  [/(^|\.)(whatsapp\.com|wa\.me)$/, "whatsapp"],
  [/^google\.(com|[a-z]{2}|com?\.[a-z]{2})$/, "google"],
  [/^([a-z]{2}\.)?bing\.com$/, "bing"],
  [/^((html|lite|safe)\.)?duckduckgo\.com$/, "duckduckgo"],
  [/^([a-z]{2}\.)?(search\.)?yahoo\.com$/, "yahoo"],
];

/**
 * Where a visitor came from: `utm_source` of the link, a promoter's link, or the site that it was on. Empty for a typed
 * address and for our own pages. The campaign is the link's `utm_campaign`, or the promoter's code.
 */
export function originOf(
  address: string,
  referrer: string | null,
  ownHost: string,
): Pick<Reported, "source" | "campaign"> {
  const query = new URLSearchParams(/\?([^#]*)/.exec(address)?.[1] ?? "");
  const campaign = nameOf(query.get("utm_campaign")) || nameOf(query.get("via"));
  const named = nameOf(query.get("utm_source"));
  if (named !== "") return { source: named, campaign };
  if (query.has("via")) return { source: "promoter", campaign };
  const host = hostOf(referrer);
  if (host === null || host === ownHost.replace(/^www\./, "")) return { source: "", campaign };
  return { source: services.find(([pattern]) => pattern.test(host))?.[1] ?? host, campaign };
}

const nameOf = (value: string | null) =>
  clean(value ?? "")
    .trim()
    .toLowerCase()
    .slice(0, longestName)
    .toWellFormed();

// oxlint-disable-next-line no-control-regex -- that is what is removed
const clean = (text: string) => text.replace(/[\u0000-\u001f\u007f]/g, "");
