import { useEffect, useRef } from "react";
import type { MyTicket } from "#contract/tickets.ts";
import { useUser } from "#web/features/accounts/user-provider.tsx";
import { parseJson, readStorage, storageKeys, writeStorage } from "#web/lib/safe-storage.ts";

/** A person's tickets as this device last saw them, for when the server can't be reached. `at`: ms since 1970. */
export type KeptTickets = { data: { items: MyTicket[] }; at: number };

/**
 * The tickets that this device keeps, or undefined. They belong to the person who is signed in: signing out, an ended
 * session, and anyone else's sign-in remove them (`forgetOwnData`).
 */
export function readKeptTickets(): KeptTickets | undefined {
  const kept = Object(parseJson(readStorage(storageKeys.tickets))) as Partial<KeptTickets>;
  return Array.isArray(kept.data?.items) && typeof kept.at === "number" ? (kept as KeptTickets) : undefined;
}

/** Keeps tickets on this device, in the place of what it had. */
export function storeTickets(userId: string | number, kept: KeptTickets): void {
  writeStorage(storageKeys.ticketsOf, String(userId));
  writeStorage(storageKeys.tickets, JSON.stringify(kept));
}

/** Keeps the tickets that a component shows. @param at when the server sent them */
export function useKeepTickets(data: KeptTickets["data"] | undefined, at: number): void {
  const { user } = useUser();
  const userId = user?.id ?? null;
  const last = useRef<{ at: number; userId: unknown }>({ at: 0, userId: null });
  useEffect(() => {
    // When someone else signs in, the tickets on the page stay the former person's until new ones arrive.
    if (last.current.at !== at) last.current = { at, userId };
    if (data && userId !== null && last.current.userId === userId) storeTickets(userId, { data, at });
  }, [data, at, userId]);
}
