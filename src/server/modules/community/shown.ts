import { PostEvent } from "#contract/community/community.ts";
import { shownAs } from "#server/platform/shown.ts";

/** An event as posts name it. */
export const toEvent = shownAs(PostEvent);
