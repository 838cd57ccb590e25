import type { DigestChoice, NotificationSettings } from "#contract/community/notifications.ts";
import { AppError } from "#server/platform/app-error.ts";
import { inTransaction, type Queryable } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { isOldKey } from "#server/platform/old-links.ts";
import { isLinkKey, linkKey } from "#server/platform/signed-links.ts";
import { readViewer } from "../viewer.ts";
import * as digestStore from "./digest-store.ts";
export type { DueDigest } from "./digest-store.ts";
import { digestLine } from "./rules.ts";
import { toNotification } from "./service.ts";
import { findNotifications, newestNotifications } from "./store.ts";

/** @throws AppError `not_found` for a wrong key */
export function requireKey({ keys }: Pick<Deps, "keys">, userId: number, key: string): void {
  const isOurs = [isLinkKey, isOldKey].some((isKey) => isKey(key, keys["digest-links"], "leave", userId));
  if (!isOurs) throw new AppError("not_found");
}

/** Unsubscribes a member from digests by an emailed link; can be repeated. @throws AppError `not_found` for a wrong key */
export async function leaveDigest(deps: Deps, userId: number, key: string): Promise<void> {
  requireKey(deps, userId, key);
  await digestStore.endDigests(deps.db, userId);
}

/** The links of a digest, and the headers for one-click unsubscribe (RFC 2369, RFC 8058). */
function digestLinks({ config, keys }: Deps, userId: number) {
  const { baseUrl } = config;
  const key = linkKey(keys["digest-links"], "leave", userId);
  return {
    community: `${baseUrl}/community`,
    leave: `${baseUrl}/community?leave=${userId}&key=${key}`,
    headers: {
      "List-Unsubscribe": `<${baseUrl}/api/notifications/${userId}/unsubscribe?key=${key}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    },
  };
}

/** A member's choice of digests. */
export async function getSettings(db: Queryable, me: Principal): Promise<NotificationSettings> {
  const row = await digestStore.findChoice(db, me.id);
  return {
    digest: row?.digest ?? "weekly",
    hasEmail: me.email !== null,
    lastDigestAt: row?.digestAt?.toISOString() ?? null,
  };
}

/** Sets a member's choice of digests. */
export async function changeSettings({ db }: Deps, me: Principal, digest: DigestChoice): Promise<NotificationSettings> {
  await digestStore.setChoice(db, me.id, digest);
  return getSettings(db, me);
}

/** How many digests one transaction writes. */
const batchSize = 200;

/**
 * Emails what members haven't read since their last digest, each once: the mark and the email are one transaction. Safe
 * on several nodes at once.
 *
 * @returns true when more are due
 */
export async function sendDigests({ db, bus }: Deps): Promise<boolean> {
  await digestStore.addMissingMembers(db);
  if (!(await digestStore.hasDue(db))) return false;
  await inTransaction(db, async (tx) =>
    bus.emit(tx, "community.digest_due", await digestStore.claimDue(tx, batchSize)),
  );
  return digestStore.hasDue(db);
}

/** What a digest says, written when it is sent: what its reader may read by then. Undefined if nothing is left. */
export async function readDigest(
  deps: Deps,
  { userId, sinceId, upToId }: { userId: number; sinceId: number; upToId: number },
): Promise<{ lines: string[]; links: ReturnType<typeof digestLinks> } | undefined> {
  const reader = await digestStore.findReader(deps.db, userId);
  if (reader === undefined || reader.digest === "off") return undefined;
  const asMember = { ...reader, role: "user" as const, username: "", avatar: null, email: null };
  const viewer = await readViewer(deps.db, asMember);
  const slice = { order: newestNotifications, part: 0, page: 1, pageSize: 20, offset: 0, after: [String(upToId + 1)] };
  const rows = await findNotifications(deps.db, viewer, slice);
  const items = rows.filter(({ id, isRead }) => id >= sinceId && !isRead).map(toNotification);
  const lines = items.flatMap(({ kind, actor, text }) => digestLine(kind, actor?.name ?? "Someone", text) ?? []);
  return lines.length === 0 ? undefined : { lines, links: digestLinks(deps, userId) };
}
