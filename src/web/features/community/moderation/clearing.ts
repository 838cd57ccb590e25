import type { ModerationAction } from "#contract/community/safety.ts";
import { callJson } from "#web/lib/call.ts";
import { countOf } from "../labels.ts";

type Clearing = { personIds: number[]; reason: string; key: string };

/** Suspends people and hides everything that they wrote. The same key acts once. @returns how far it came */
export async function clearPeople({ personIds, reason, key }: Clearing): Promise<ModerationAction> {
  const { id } = await callJson<ModerationAction>("POST", "/api/community/clearings", {
    body: { personIds, reason },
    headers: { "idempotency-key": key },
  });
  return callJson<ModerationAction>("GET", `/api/community/actions/${id}`);
}

/** What a moderator reads once it is done. */
export const clearedText = ({ personCount, itemCount, pendingCount }: ModerationAction) =>
  pendingCount > 0
    ? `Hiding what ${countOf(personCount, "person", "people")} wrote. The rest follows within a minute.`
    : `${countOf(personCount, "person", "people")} suspended, ${countOf(itemCount, "item")} hidden`;
