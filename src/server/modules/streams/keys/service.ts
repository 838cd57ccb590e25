import { StreamKey } from "#contract/streams/admin.ts";
import { recordAction } from "#server/modules/audit/index.ts";
import { fieldError, requireFound } from "#server/platform/app-error.ts";
import { inTransaction, type Queryable } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { shownAs } from "#server/platform/shown.ts";
import { createSecret, isSecret, keyText, readKeyText } from "./secret.ts";
import * as store from "./store.ts";

const show = shownAs(StreamKey);

/** The hosts' keys, newest first, without their secrets. */
export async function listKeys(db: Queryable): Promise<{ items: StreamKey[] }> {
  return { items: (await store.findKeys(db)).map(show) };
}

/**
 * Creates a key for a host. Nobody can read it again.
 *
 * @throws AppError `invalid_input` if no member has the host's email
 */
export function createKey(
  { db, config }: Pick<Deps, "db" | "config">,
  staff: Principal,
  { name, hostEmail }: { name: string; hostEmail?: string | undefined },
): Promise<StreamKey & { key: string; url: string }> {
  return inTransaction(db, async (tx) => {
    const { secret, secretHash } = createSecret();
    const hostId = hostEmail === undefined ? null : await store.findMemberId(tx, hostEmail);
    if (hostId === undefined) throw fieldError("hostEmail", "No member has this email. Ask them to sign up first.");
    const row = (await store.insertKey(tx, { name, secretHash, hostId, staffId: staff.id }))!;
    const target = { kind: "stream_key", id: row.id } as const;
    await recordAction(tx, { staff, action: "stream_key.created", target, after: { name, hostId } });
    const key = keyText({ id: row.id, secret });
    return { ...show(row), key, url: `${config.baseUrl}/ingest/${key}/index.m3u8` };
  });
}

/** Revokes a key: the next file that is sent with it is refused. @throws AppError `not_found` */
export async function revokeKey({ db }: Pick<Deps, "db">, staff: Principal, id: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    const name = requireFound(await store.revokeKey(tx, id));
    const target = { kind: "stream_key", id } as const;
    await recordAction(tx, { staff, action: "stream_key.revoked", target, before: { name } });
  });
}

/** The id of the key that a text is; undefined for a wrong or revoked one. */
export async function findKey(db: Queryable, text: string): Promise<number | undefined> {
  const read = readKeyText(text);
  const secretHash = read && (await store.findSecretHash(db, read.id));
  if (read === undefined || secretHash === undefined || !isSecret(read.secret, secretHash)) return undefined;
  await store.recordUse(db, read.id);
  return read.id;
}
