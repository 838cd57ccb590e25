import type { Poster } from "#contract/events.ts";

declare module "#server/platform/domain-events.ts" {
  interface DomainEventMap {
    /** An image in use has changed: whatever stored it under `formerKey` must show `poster` instead. */
    "picture.changed": { formerKey: string; poster: Poster; uses: { kind: string; targetId: string }[] };
  }
}
