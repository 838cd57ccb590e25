import type { HolderNotice } from "#contract/event-editing.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import type { Arrangement } from "./arrangement/rules.ts";
import type { EventHead } from "./heads/store.ts";

declare module "#server/platform/facts.ts" {
  interface FactMap {
    /** Nights that everybody can find from now on. */
    "event.published": { eventId: number };
    /**
     * A night was called off for good. Sales have stopped in the same transaction; tickets are void at the door. Sending
     * money back is not part of it: whoever does that hears it here.
     */
    "event.cancelled": { eventId: number; change: number; note: string };
    /** A night was put off: `before` is how it stood, with its old times. Without a new date sales pause. */
    "event.postponed": { eventId: number; change: number; note: string; before: EventHead; hasNewDate: boolean };
    /**
     * An editor saved other times or another place. Whoever knows who holds tickets tells them as `notice` says, and
     * refuses the save where there are some and nobody said.
     */
    "event.rearranged": {
      eventId: number;
      change: number;
      before: Arrangement;
      after: Arrangement;
      staff: Principal;
      notice: HolderNotice | undefined;
    };
  }
}
