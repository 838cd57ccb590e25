import { defineModule } from "#server/platform/module.ts";
import { streamEmails } from "./emails.ts";
import { ingestRoutes } from "./ingest/routes.ts";
import { createIngest } from "./ingest/service.ts";
import { removeStreamLeftovers, removeUnnamedFiles } from "./ingest/leftovers.ts";
import { purgeReminders, sendStreamReminders, streamTopics } from "./reminders/service.ts";
import { streamAdminRoutes, streamsRoutes } from "./routes.ts";
import { moveStreams } from "./status.ts";
import { adminStreamsSearch } from "./admin/search.ts";
import { mayFollow, streamChat } from "./chat.ts";
import { findStreamTitles, isAnyLive, isStreamShown } from "./store.ts";
import { purgeSeats } from "./watching/access-store.ts";
import { recordMinutes, purgeViewers } from "./watching/beats-store.ts";
import { createGate } from "./watching/gate.ts";
import { watchingRoutes } from "./watching/routes.ts";
import { nameRows } from "#server/platform/target-names.ts";

export { createStream, publishStream } from "./admin/service.ts";
export { createKey as createStreamKey } from "./keys/service.ts";
export { importReplay } from "./import.ts";

declare module "#server/platform/domain-events.ts" {
  interface DomainEventMap {
    /** A stream is live that this address wants one email about; `sends` counts these emails to it. */
    "stream.reminder_due": { interestId: string; streamId: number; email: string; sends: number };
  }
}

const sixHoursMs = 6 * 60 * 60 * 1000;

/** Shows that people watch on the site, from a host's encoder to their replay. */
export const streams = defineModule("streams", { emails: streamEmails }, ({ deps, context }) => {
  const { db } = deps;
  const gate = createGate({ db, authenticate: (token) => context.authenticate(token) });
  return {
    targetNames: { stream: nameRows("streams", "title"), stream_key: nameRows("stream_keys", "name") },
    routes() {
      streamsRoutes(context, deps, gate);
      streamAdminRoutes(context, deps);
      ingestRoutes(context, createIngest(deps));
      watchingRoutes(context, deps, gate);
    },
    isLive: isAnyLive,
    topics: { prefix: "stream", mayRead: (visitor, id) => mayFollow(db, visitor, id) },
    chatOwner: streamChat(db),
    viewed: { noun: "stream", isShown: isStreamShown, findTitles: findStreamTitles },
    search: [adminStreamsSearch(db)],
    jobs: [
      { name: "streams", everyMs: 1_000, run: () => moveStreams(deps) },
      { name: "stream-reminders", everyMs: 15_000, run: () => sendStreamReminders(deps) },
      { name: "stream-access", everyMs: 3_000, run: () => gate.closeRefunded() },
      { name: "stream-minutes", everyMs: 20_000, run: () => recordMinutes(db) },
      { name: "stream-leftovers", everyMs: 60_000, run: () => removeStreamLeftovers(deps) },
      {
        name: "stream-purges",
        everyMs: sixHoursMs,
        async run() {
          await purgeSeats(db);
          await purgeViewers(db);
          await purgeReminders(db);
          await removeUnnamedFiles(deps);
        },
      },
    ],
    staffActions: ["stream.created", "stream.changed", "stream.ended", "stream.deleted", "stream_key.created"],
    reminderTopics: streamTopics,
  };
});
