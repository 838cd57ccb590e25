import { StreamKey } from "#contract/streams/admin.ts";
import { recordAction } from "#server/modules/audit/index.ts";
import { fieldError, requireFound } from "#server/platform/app-error.ts";
import { inTransaction, type Queryable } from "#server/platform/db/database.ts";
import type { SheetFile } from "#server/platform/csv.ts";
import { type Cells, fileOfAll } from "#server/platform/db/list.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { shownAs } from "#server/platform/shown.ts";
import * as store from "./store.ts";
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

/** What a key's text says: which key it claims to be, and its secret. */
interface KeyText {
  id: number;
  secret: string;
}

const hashOf = (secret: string) => createHash("sha256").update(secret).digest();

/** A new key's secret, 168 bits, and its hash, the only form that is stored. */
function createSecret(): { secret: string; secretHash: Buffer } {
  const secret = randomBytes(21).toString("base64url");
  return { secret, secretHash: hashOf(secret) };
}

/** The key as a host puts it into an encoder. It is long enough that no log line shows it. */
const keyText = ({ id, secret }: KeyText): string => `live_${String(id).padStart(4, "0")}_${secret}`;

/** Reads a key; undefined for anything that isn't written like one. */
function readKeyText(text: string): KeyText | undefined {
  const match = /^live_(\d{4,15})_([\w-]{28})$/.exec(text);
  return match === null ? undefined : { id: Number(match[1]), secret: match[2]! };
}

/** True if a secret has this hash, checked in constant time. */
const isSecret = (secret: string, secretHash: Buffer): boolean => timingSafeEqual(hashOf(secret), secretHash);

const show = shownAs(StreamKey);

/** The hosts' keys, newest first, without their secrets. */
export async function listKeys(db: Queryable): Promise<{ items: StreamKey[] }> {
  return { items: (await store.findKeys(db)).map(show) };
}

const cells: Cells<StreamKey> = {
  Key: "name",
  Host: "hostName",
  Created: "createdAt",
  "Last used": "lastUsedAt",
  Revoked: "revokedAt",
  ID: "id",
};

/** The hosts' keys as a spreadsheet file, without their secrets. */
export const keysFile = async (db: Queryable): Promise<SheetFile> => fileOfAll((await listKeys(db)).items, cells);

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
