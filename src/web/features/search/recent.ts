import { dropStorage, readStorage, writeStorage } from "#web/lib/safe-storage.ts";

const key = "sg:search:recent";
const most = 5;

/** This browser's recent searches, the latest first. */
export function recentSearches(): string[] {
  try {
    const stored: unknown = JSON.parse(readStorage(key) ?? "[]");
    return Array.isArray(stored) ? stored.filter((words) => typeof words === "string").slice(0, most) : [];
  } catch {
    return [];
  }
}

export function keepSearch(words: string): void {
  const others = recentSearches().filter((stored) => stored.toLowerCase() !== words.toLowerCase());
  writeStorage(key, JSON.stringify([words, ...others].slice(0, most)));
}

export const forgetSearches = () => dropStorage(key);
