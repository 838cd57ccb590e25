import type { Poster } from "#contract/events/events.ts";
import { defineModule } from "#server/platform/module.ts";
import { removeForgotten } from "./members.ts";
import { removeLeftovers } from "./service.ts";
import { cutNextCard, drawNext } from "./rendering/service.ts";
import { mediaRoutes } from "./routes.ts";
import { nameRows } from "#server/platform/target-names.ts";

export { findOtherFolder } from "./one-folder.ts";
export { getPictures, setPictures } from "./service.ts";
export {
  adoptOwnPicture,
  findOwnPicture,
  forgetOwnPictures,
  releasePictures,
  uploadOwnPicture,
  attachOwnPictures,
} from "./members.ts";
export { adoptPicture, findPictureIds, findPictureStatuses } from "./store.ts";
export { addFetchedPicture } from "./upload.ts";

declare module "#server/platform/domain-events.ts" {
  interface DomainEventMap {
    /** An image in use has changed: whatever stored it under `formerKey` must show `poster` instead. */
    "picture.changed": { formerKey: string; poster: Poster; uses: { kind: string; targetId: string }[] };
  }
}

/** The image library. */
export const media = defineModule("media", ({ deps }) => ({
  targetNames: { picture: nameRows("pictures", "coalesce(nullif(alt, ''), file_name)") },
  routes: (context) => mediaRoutes(context, deps),
  // One image at a time on each node, so that twenty uploads take no more memory than one.
  jobs: [
    { name: "pictures", everyMs: 5000, run: async () => (await drawNext(deps)) || cutNextCard(deps) },
    {
      name: "picture-leftovers",
      everyMs: 60 * 60 * 1000,
      async run() {
        await removeForgotten(deps);
        await removeLeftovers(deps);
      },
    },
  ],
}));
