import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { useSearchParams } from "#web/lib/router.ts";
import { eventQuery } from "#web/features/events/queries.ts";
import { readCode } from "#web/lib/offers.ts";
import { dropStorage, readStorage, writeStorage } from "#web/lib/safe-storage.ts";

const keyOf = (eventId: number) => `sg:access:${eventId}`;

/**
 * The code that unlocks an event's hidden ticket types for a visitor: from a link `?access=CODE`, from earlier in this tab,
 * or typed. It is saved only after it unlocked something, and is passed on to checkout, where the server checks it again.
 */
export function useAccessCode(eventId: number) {
  const [search] = useSearchParams();
  const queryClient = useQueryClient();
  const [accessCode, setAccessCode] = useState<string>();
  const linked = readCode(search.get("access"));

  /** Checks what a code unlocks; true if that is something. The unlocked types are then cached, so they show without a wait. */
  async function reveal(code: string): Promise<boolean> {
    const [open, shown] = await Promise.all([
      queryClient.ensureQueryData(eventQuery(eventId)),
      queryClient.fetchQuery({ ...eventQuery(eventId, code), staleTime: 0 }),
    ]);
    const isGood = shown.ticketTypes.length > open.ticketTypes.length;
    if (isGood) {
      writeStorage(keyOf(eventId), code, "session");
      setAccessCode(code);
    }
    return isGood;
  }

  const revealFirst = useEffectEvent(async () => {
    setAccessCode(undefined);
    const code = linked ?? readStorage(keyOf(eventId), "session");
    if (!code) return;
    // A failed check is no reason to forget a code: the next visit tries again.
    const isGood = await reveal(code).catch(() => true);
    if (!isGood) dropStorage(keyOf(eventId), "session");
  });
  useEffect(() => void revealFirst(), [eventId, linked]);

  return { accessCode, reveal };
}
