import { useEffect, useState } from "react";
import { dropStorage, readStorage, writeStorage } from "#web/lib/safe-storage.ts";
import type { Pick, Picks } from "./picks.ts";

const keyOf = (eventId: number) => `sg:picks:${eventId}`;

function readPicks(eventId: number): Picks {
  try {
    const value: unknown = JSON.parse(readStorage(keyOf(eventId), "session") ?? "{}");
    return typeof value === "object" && value !== null ? (value as Picks) : {};
  } catch {
    return {};
  }
}

/** The selection for one event. It survives going to checkout and back, for as long as the tab is open. */
export function usePicks(eventId: number) {
  const [picks, setPicks] = useState<Picks>({});
  useEffect(() => setPicks(readPicks(eventId)), [eventId]);

  function pick(typeId: number, change: Partial<Pick>) {
    const next = { ...picks, [typeId]: { quantity: 0, ...picks[typeId], ...change } };
    setPicks(next);
    writeStorage(
      keyOf(eventId),
      JSON.stringify(next, (name, value: unknown) => (name === "isUnclear" ? undefined : value)),
      "session",
    );
  }
  return { picks, pick };
}

export const forgetPicks = (eventId: number) => dropStorage(keyOf(eventId), "session");
