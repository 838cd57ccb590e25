import type { HoldReason } from "#contract/community/safety.ts";
import type { Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import { notify } from "../notifications/service.ts";
import { reviewTopic } from "../rules.ts";
import * as store from "./queue-store.ts";

/** Tells moderators' open pages that the queue changed. */
export async function announceQueue({ realtime }: Deps, tx: Tx): Promise<number> {
  const open = await store.countWaiting(tx);
  await realtime.publish(tx, reviewTopic, "review", { open });
  return open;
}

/** Puts something that the site holds into the review queue. */
export async function holdForReview(
  deps: Deps,
  tx: Tx,
  held: store.Target & { authorId: number | null; holds: HoldReason[] },
): Promise<void> {
  await store.upsertReview(tx, held);
  await announceQueue(deps, tx);
}

const outcomes = {
  approved: "We looked at it and left it up. Thanks for telling us.",
  hidden: "We took it down. Thanks for telling us.",
  removed: "It's gone. Thanks for telling us.",
};

/** Closes the waiting item about something, if there is one, and tells those who reported it how. @returns its id */
export async function settleReview(
  deps: Deps,
  tx: Tx,
  target: store.Target,
  { decision, moderatorId }: { decision: "approved" | "hidden" | "removed"; moderatorId: number | null },
): Promise<number | null> {
  const waiting = await store.lockWaiting(tx, target);
  if (waiting === undefined) return null;
  const reporters = await store.closeReview(tx, waiting.id, { decision, moderatorId });
  await notify(
    deps,
    tx,
    reporters.map((userId) => ({ userId, kind: "report_closed", text: outcomes[decision] })),
  );
  return waiting.id;
}
