/** How long a code must have been out of sight before it counts as shown again. */
export const coolDownMs = 3000;

/**
 * Remembers which codes were sent, so that a ticket held still before the camera is one scan and not twenty.
 *
 * Only codes that were sent are remembered: one that came into view during another's verdict is new when its turn comes.
 */
export function createCoolDown(lengthMs = coolDownMs) {
  const lastSeen = new Map<string, number>();
  return {
    /** Tells that a code is in view. @returns true while it counts as the one already sent */
    isHeld(code: string, now: number): boolean {
      const seen = lastSeen.get(code);
      if (seen === undefined) return false;
      if (now - seen >= lengthMs) {
        lastSeen.delete(code);
        return false;
      }
      lastSeen.set(code, now);
      return true;
    },
    /** Starts a code's cool-down. */
    sent(code: string, now: number): void {
      for (const [old, seen] of lastSeen) if (now - seen >= lengthMs) lastSeen.delete(old);
      lastSeen.set(code, now);
    },
  };
}
