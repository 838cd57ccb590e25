import { createHmac } from "node:crypto";
import { findProofs, suspendAgain } from "#server/modules/accounts/index.ts";
import type { Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import { findStrictest } from "../rules.ts";
import { findAllOpen, lockPerson, setReplaced } from "../store.ts";
import * as store from "./store.ts";

type Keys = Pick<Deps, "keys">;

/** What staff and the person read. The former account's own reason went with it. */
const reason = "A former account with the same email or sign-in was restricted";

/** Keyed hashes of what proves whose an account is. */
async function hashProofs({ keys }: Keys, tx: Tx, userId: number): Promise<string[]> {
  const proofs = await findProofs(tx, userId);
  return proofs.map((proof) => createHmac("sha256", keys["restrictions"]).update(proof).digest("base64url"));
}

/** Stores what keeps a person out, in the transaction that deletes their account, for when they come back. */
export async function recordFormer(deps: Keys, tx: Tx, userId: number): Promise<void> {
  await store.deleteEnded(tx);
  const proofs = await hashProofs(deps, tx, userId);
  if (proofs.length > 0) await store.insertOf(tx, userId, proofs);
}

/**
 * Restores what kept a person out when they deleted a former account, in the transaction in which this one proves that it is
 * theirs. Where this one has a restriction that ends later, that one stays. The person is locked as by `restrict`.
 */
export async function restore(deps: Keys, tx: Tx, userId: number): Promise<void> {
  const proofs = await hashProofs(deps, tx, userId);
  const former = proofs.length === 0 ? [] : await store.claim(tx, proofs);
  if (former.length === 0) return;
  await lockPerson(tx, userId);
  for (const restriction of former) {
    const { scope, roomId, now } = restriction;
    const open = await findAllOpen(tx, userId);
    const present = open.find((each) => each.scope === scope && each.roomId === roomId);
    const both = [...(present ? [present] : []), { ...restriction, reason, liftedAt: null }];
    if (present !== undefined && findStrictest(both, { scope, roomId }, now) === present) {
      await store.setRestored(tx, restriction, present.id);
      continue;
    }
    if (present !== undefined) await setReplaced(tx, present.id);
    if (scope === "account") await suspendAgain(tx, userId, reason);
    const id = await store.insertAgain(tx, userId, restriction, reason, present?.id ?? null);
    await store.setRestored(tx, restriction, id);
  }
}
