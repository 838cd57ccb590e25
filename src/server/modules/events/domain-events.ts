import type { AttendeeUpdateChoice } from "#contract/events/editing.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import type { EventSchedule } from "./changes/rules.ts";
import type { EventInfo } from "./store.ts";

declare module "#server/platform/domain-events.ts" {
  interface DomainEventMap {
    /**
     * An event was canceled for good. Its sales stopped in the same transaction; its tickets are void at the door.
     * Refunds are not part of it: the module that makes them listens here.
     */
    "event.canceled": { eventId: number; change: number; note: string };
    /** An event was postponed: `before` is its state with the old times. Without a new date sales pause. */
    "event.postponed": { eventId: number; change: number; note: string; before: EventInfo; hasNewDate: boolean };
    /**
     * An editor saved other times or another venue. The module that knows the ticket holders tells them as `attendeeUpdate`
     * says, and refuses the save if there are holders and staff didn't choose.
     */
    "event.rescheduled": {
      eventId: number;
      change: number;
      before: EventSchedule;
      after: EventSchedule;
      staff: Principal;
      attendeeUpdate: AttendeeUpdateChoice | undefined;
    };
  }
}
