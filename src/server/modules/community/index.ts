import { defineModule } from "#server/platform/module.ts";
import { communityEmails } from "./emails.ts";
import { openAfterParties } from "./after-party/service.ts";
import { subscribeEventNews } from "./event-news.ts";
import { sendDigests, type DueDigest } from "./notifications/digest.ts";
import { notificationRoutes } from "./notifications/routes.ts";
import { purgeNotifications } from "./notifications/store.ts";
import { mayReadTopic } from "./posts/topic-access.ts";
import { communityRecords } from "./records/service.ts";
import { communityPeopleRoutes, communityRoutes, communitySafetyRoutes } from "./routes.ts";
import { workOffClearings } from "./safety/clearing.ts";
import { countOverdue } from "./safety/clearing-store.ts";
import { countWaiting } from "./safety/queue-store.ts";
import { targetNames } from "./target-names-store.ts";

export { createComment } from "./comments/service.ts";
export { setGoing } from "./going/service.ts";
export { changePrivacy, setRelation } from "./people/service.ts";
export { createPost, pinPost } from "./posts/service.ts";
export { react } from "./reactions/service.ts";
export { decideReview } from "./safety/actions.ts";
export { listReview, report } from "./safety/review.ts";

declare module "#server/platform/domain-events.ts" {
  interface DomainEventMap {
    /** A member has notifications that they haven't read, and wants them by email. */
    "community.digest_due": DueDigest;
  }
}

const sixHoursMs = 6 * 60 * 60 * 1000;

/** Where members talk about events: posts, comments, people, photos, and what keeps it safe. */
export const community = defineModule("community", { emails: communityEmails }, ({ deps }) => ({
  routes(context) {
    communityRoutes(context, deps);
    communityPeopleRoutes(context, deps);
    communitySafetyRoutes(context, deps);
    notificationRoutes(context, deps);
  },
  on: () => subscribeEventNews(deps),
  topics: { prefix: "community", mayRead: (visitor, id) => mayReadTopic(deps.db, visitor, id) },
  jobs: [
    { name: "after-parties", everyMs: 60_000, run: () => openAfterParties(deps) },
    { name: "clearings", everyMs: 5000, run: () => workOffClearings(deps) },
    { name: "digests", everyMs: 5 * 60_000, run: () => sendDigests(deps) },
    {
      name: "old-notifications",
      everyMs: sixHoursMs,
      run: async () => void (await purgeNotifications(deps.db)),
    },
  ],
  overdue: { clearings: countOverdue },
  attention: { communityReview: countWaiting },
  targetNames,
  staffActions: ["community_rules.changed"],
  personalData: { community: communityRecords(deps) },
}));
