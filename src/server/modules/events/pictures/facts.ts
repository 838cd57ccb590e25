import type { Deps } from "#server/platform/deps.ts";
// The picture library tells of its changes there.
import "#server/modules/media/index.ts";
import { putPicture } from "./store.ts";

/** Lets nights hear that a picture they show was described anew, moved in its frame or replaced. */
export function hearForEvents({ facts }: Pick<Deps, "facts">): void {
  facts.on("picture.changed", async (tx, changes) => {
    for (const { formerKey, poster, uses } of changes) {
      const nights = uses.filter(({ kind }) => kind === "event").map(({ targetId }) => Number(targetId));
      if (nights.length > 0) await putPicture(tx, nights, formerKey, poster);
    }
  });
}
