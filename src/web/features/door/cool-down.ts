/** How long a code must have been out of sight before it counts as shown again. */
export const coolDownMs = 3000;

/**
 * Remembers which codes were sent, so a ticket held in front of the camera counts as one scan, not twenty.
 *
 * Only sent codes are remembered: a code that came into view during another ticket's verdict is new when its turn comes.
 */
export function createCoolDown(lengthMs = coolDownMs) {
  const lastSeen = new Map<string, number>();
  return {
    /** Reports that a code is in view. @returns true while it counts as already sent */
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
