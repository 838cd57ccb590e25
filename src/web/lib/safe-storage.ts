type Place = "local" | "session";

function place(where: Place): Storage | undefined {
  // Touching storage throws when the visitor blocks site data.
  try {
    return where === "local" ? globalThis.localStorage : globalThis.sessionStorage;
  } catch {
    return undefined;
  }
}

export function readStorage(key: string, where: Place = "local"): string | null {
  try {
    return place(where)?.getItem(key) ?? null;
  } catch {
    return null;
  }
}

export function writeStorage(key: string, value: string, where: Place = "local"): void {
  try {
    place(where)?.setItem(key, value);
  } catch {
    // A full or forbidden store costs convenience, never the page.
  }
}

export function dropStorage(key: string, where: Place = "local"): void {
  try {
    place(where)?.removeItem(key);
  } catch {
    // As above.
  }
}
