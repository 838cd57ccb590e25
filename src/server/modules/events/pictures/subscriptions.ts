import type { Deps } from "#server/platform/deps.ts";
// Declares the domain events of the image library.
import "#server/modules/media/index.ts";
import { putPicture } from "./store.ts";

/** Subscribes events to changes of the images they show: a new description, focal point or replacement. */
export function subscribeEvents({ bus }: Pick<Deps, "bus">): void {
  bus.on("picture.changed", async (tx, changes) => {
    for (const { formerKey, poster, uses } of changes) {
      const events = uses.filter(({ kind }) => kind === "event").map(({ targetId }) => Number(targetId));
      if (events.length > 0) await putPicture(tx, events, formerKey, poster);
    }
  });
}
