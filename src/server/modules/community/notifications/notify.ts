import type { Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import { memberTopic } from "../topics.ts";
import * as store from "./store.ts";

/** Notifies members, and tells their open pages. */
export async function notify({ realtime }: Deps, tx: Tx, notifications: store.NewNotification[]): Promise<void> {
  if (notifications.length === 0) return;
  const notified = await store.insertNotifications(tx, notifications);
  // In one order, so that two transactions never wait for each other.
  for (const userId of notified.toSorted((a, b) => a - b)) {
    await realtime.publish(tx, memberTopic(userId), "notifications", {});
  }
}
