import type { CommunityRules } from "#contract/community/safety.ts";
import { recordAction } from "#server/modules/audit/index.ts";
import { inTransaction } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { findHeldPosts, setHeldPosts } from "./actions-store.ts";

/** The community's rules that staff set. */
export const getRules = async ({ db }: Deps): Promise<CommunityRules> => ({ heldPosts: await findHeldPosts(db) });

/** Sets the community's rules. They apply to what is posted from now on; what waits in the queue stays there. */
export async function setRules(
  { db }: Deps,
  staff: Principal,
  { heldPosts, reason }: CommunityRules & { reason: string },
): Promise<CommunityRules> {
  await inTransaction(db, async (tx) => {
    const before = await setHeldPosts(tx, heldPosts);
    const target = { kind: "setting" as const, id: "community_rules" };
    const changes = { before: { heldPosts: before }, after: { heldPosts } };
    await recordAction(tx, { staff, action: "community_rules.changed", target, reason, ...changes });
  });
  return { heldPosts };
}
