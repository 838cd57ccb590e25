import type { Poster } from "#contract/events.ts";

declare module "#server/platform/facts.ts" {
  interface FactMap {
    /** A picture that is used somewhere looks different now: whoever kept what it showed under `formerKey` shows `poster`. */
    "picture.changed": { formerKey: string; poster: Poster; uses: { kind: string; targetId: string }[] };
  }
}
