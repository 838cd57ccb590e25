import { hash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { Reading } from "./page-reader.ts";
import type { SealedPage } from "./sealed-page.ts";

/** Within this age a page is sent without a look at its data. */
const freshMs = 300;
/**
 * From here on a visitor waits for the look, so that nobody ever sees what is older than a second: the API's own shared
 * answers, which the look reads, may be 300 ms old.
 */
const staleMs = 650;
/** The clock is data too: "tonight" must not outlive the night on a page whose data never changes. */
const rerenderMs = 30_000;
/**
 * While its data cannot be read a page is given as it was last seen, for so long: a visitor would rather read what was
 * true a minute ago than an error, and nothing can be bought meanwhile.
 */
const outageMs = 15 * 60_000;

const cachedBytes = 24_000_000;
const unknownAddress = "/-";

type Entry = {
  page?: SealedPage;
  /** What the page was made of: path → fingerprint of the API's answer. */
  made: Map<string, string>;
  renderedAt: number;
  checkedAt: number;
  /** When its data was last read. */
  seenAt: number;
  /** True while the last look at its data failed. */
  isBlind?: boolean;
  checking?: Promise<void>;
};

type FetchJson = (path: string) => Promise<Reading>;

export type PageCacheDeps = {
  read: FetchJson;
  render: (url: string, fetchJson: FetchJson) => Promise<SealedPage>;
  /** The one spelling of an address; undefined where no page is, null where it holds a personal key. */
  normalise: (pathname: string, search: URLSearchParams) => string | null | undefined;
};

const fingerprint = ({ status, text }: Reading) => `${status} ${hash("sha256", text)}`;

/**
 * Pages of signed-out visitors, kept for as long as their data is the same.
 *
 * Each address looks at its data at most every 300 ms, however many visitors ask (one look serves all), and is rendered again
 * only when an answer of the API changed. Nodes need not talk to each other: each looks for itself.
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
      entry.made = new Map(
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
    /** The page at once, when it is fresh enough; otherwise undefined. */
    peek(url: string): SealedPage | undefined {
      const key = spellings.get(url);
      const entry = key === undefined ? undefined : entries.get(key);
      if (!key || !entry?.page) return undefined;
      const age = Date.now() - entry.checkedAt;
      if (age >= staleMs && !entry.isBlind) return undefined;
      // A failed look leaves the page to grow stale; the visitor who then waits for it gets the error.
      if (age >= freshMs) startCheck(key, entry).catch(() => undefined);
      return entry.page;
    },

    /**
     * The page as of now, or undefined where the address holds a personal key and nothing may be kept.
     * Ten thousand visitors who arrive together share one look and one rendering.
     */
    async get(url: string): Promise<SealedPage | undefined> {
      const key = keyOf(url);
      if (key === null) return undefined;
      const entry: Entry = entries.get(key) ?? { made: new Map(), renderedAt: 0, checkedAt: 0, seenAt: 0 };
      if (!entry.page) entries.set(key, entry);
      if (!entry.page || Date.now() - entry.checkedAt >= freshMs) await startCheck(key, entry);
      if (!entry.page) throw new Error(`The page ${key} was not made`);
      return entry.page;
    },
  };
}

async function isUnreadable({ page, made }: Entry, read: FetchJson): Promise<boolean> {
  if (!page) return false;
  const readings = await Promise.all([...made.keys()].map(read));
  return readings.some(({ status }) => status >= 500);
}

async function hasChanged({ made }: Entry, read: FetchJson): Promise<boolean> {
  const same = await Promise.all([...made].map(async ([path, before]) => fingerprint(await read(path)) === before));
  return same.includes(false);
}
