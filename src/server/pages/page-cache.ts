import { hash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { PreparedPage } from "./prepared-page.ts";

/** A response of our own API: parsed for the renderer, and as text so that two responses can be compared. */
export type Reading = { status: number; body: unknown; text: string };

/** A page younger than this is sent without checking its data. */
const freshMs = 300;
/**
 * From this age on, a visitor waits for the check, so that no one ever sees anything older than a second: the API's own
 * shared responses, which the check reads, may be 300 ms old.
 */
const staleMs = 650;
/** The clock is data too: "tonight" must not outlast the event on a page whose data never changes. */
const rerenderMs = 30_000;
/**
 * While a page's data can't be read, its last version is served for this long. Visitors prefer what was true a minute
 * ago to an error, and nothing can be bought meanwhile.
 */
const outageMs = 15 * 60_000;

const cachedBytes = 24_000_000;
const unknownAddress = "/-";

type Entry = {
  page?: PreparedPage;
  /** What the page was rendered from: path → fingerprint of the API's response. */
  fingerprints: Map<string, string>;
  renderedAt: number;
  checkedAt: number;
  /** When its data was last read. */
  seenAt: number;
  /** True while the last check of its data failed. */
  isBlind?: boolean;
  checking?: Promise<void>;
};

type FetchJson = (path: string) => Promise<Reading>;

type PageCacheDeps = {
  read: FetchJson;
  render: (url: string, fetchJson: FetchJson) => Promise<PreparedPage>;
  /** The canonical form of a URL; undefined if it has no page, null if it contains a personal key. */
  normalise: (pathname: string, search: URLSearchParams) => string | null | undefined;
};

const fingerprint = ({ status, text }: Reading) => `${status} ${hash("sha256", text)}`;

/**
 * Caches pages of signed-out visitors for as long as their data stays the same.
 *
 * Each URL checks its data at most every 300 ms, however many visitors ask (one check serves all), and is rendered
 * again only when a response of the API changed. Nodes don't need to talk to each other: each one checks for itself.
 */
export function createPageCache({ read, render, normalise }: PageCacheDeps) {
  const entries = new LRUCache<string, Entry>({
    max: 500,
    maxSize: cachedBytes,
    sizeCalculation: (entry) => entry.page?.bytes ?? 1000,
  });
  const spellings = new LRUCache<string, string>({ max: 5000 });

  function keyOf(url: string): string | null {
    let key: string | null | undefined = spellings.get(url);
    if (key === undefined) {
      const { pathname, searchParams } = new URL(url.replace(/^\/+/, "/"), "http://site");
      key = normalise(pathname, searchParams);
      if (key === undefined) key = unknownAddress;
      if (key !== null && url.length < 500) spellings.set(url, key);
    }
    return key;
  }

  async function check(key: string, entry: Entry): Promise<void> {
    const startedAt = Date.now();
    const seen = new Map<string, Promise<Reading>>();
    const readOnce: FetchJson = (path) => {
      let reading = seen.get(path);
      if (!reading) seen.set(path, (reading = read(path)));
      return reading;
    };
    entry.isBlind = startedAt - entry.seenAt < outageMs && (await isUnreadable(entry, readOnce));
    if (entry.isBlind) {
      entry.checkedAt = startedAt;
      return;
    }
    if (!entry.page || startedAt - entry.renderedAt > rerenderMs || (await hasChanged(entry, readOnce))) {
      entry.page = await render(key, readOnce);
      entry.renderedAt = startedAt;
      entry.fingerprints = new Map(
        await Promise.all([...seen].map(async ([path, reading]) => [path, fingerprint(await reading)] as const)),
      );
    }
    entry.checkedAt = entry.seenAt = startedAt;
    if (entry.page.status < 500) entries.set(key, entry);
    else entries.delete(key);
  }

  function startCheck(key: string, entry: Entry): Promise<void> {
    entry.checking ??= check(key, entry).finally(() => delete entry.checking);
    return entry.checking;
  }

  return {
    /** The page at once if it's fresh enough; otherwise undefined. */
    peek(url: string): PreparedPage | undefined {
      const key = spellings.get(url);
      const entry = key === undefined ? undefined : entries.get(key);
      if (!key || !entry?.page) return undefined;
      const age = Date.now() - entry.checkedAt;
      if (age >= staleMs && !entry.isBlind) return undefined;
      // After a failed check the page goes stale, and the visitor who then waits for it gets the error.
      if (age >= freshMs) startCheck(key, entry).catch(() => undefined);
      return entry.page;
    },

    /**
     * The current page, or undefined if the URL contains a personal key and nothing may be cached. Ten thousand
     * visitors who arrive together share one check and one rendering.
     */
    async get(url: string): Promise<PreparedPage | undefined> {
      const key = keyOf(url);
      if (key === null) return undefined;
      const entry: Entry = entries.get(key) ?? { fingerprints: new Map(), renderedAt: 0, checkedAt: 0, seenAt: 0 };
      if (!entry.page) entries.set(key, entry);
      if (!entry.page || Date.now() - entry.checkedAt >= freshMs) await startCheck(key, entry);
      if (!entry.page) throw new Error(`The page ${key} was not rendered`);
      return entry.page;
    },
  };
}

async function isUnreadable({ page, fingerprints }: Entry, read: FetchJson): Promise<boolean> {
  if (!page) return false;
  const readings = await Promise.all([...fingerprints.keys()].map(read));
  return readings.some(({ status }) => status >= 500);
}

async function hasChanged({ fingerprints }: Entry, read: FetchJson): Promise<boolean> {
  const same = await Promise.all(
    [...fingerprints].map(async ([path, before]) => fingerprint(await read(path)) === before),
  );
  return same.includes(false);
}
