import type { ModerationAction } from "#contract/community/safety.ts";
import { callApi } from "#web/lib/api.ts";
import { countOf } from "../labels.ts";

type Clearing = { personIds: number[]; reason: string; key: string };

/** A request works for eight seconds: enough for hundreds of people. The server does what is left then by itself. */
const maxRequests = 5;

/** Does something about an action, and goes on as long as people are pending. */
export async function untilDone(act: () => Promise<ModerationAction>): Promise<ModerationAction> {
  let action = await act();
  for (let request = 1; action.pendingCount > 0 && request < maxRequests; request++) action = await act();
  return action;
}

/** Suspends people and hides everything that they wrote. The same key acts once. @returns how far it came */
export const clearPeople = ({ personIds, reason, key }: Clearing): Promise<ModerationAction> =>
  untilDone(async () => {
    const { id } = await callApi("POST /api/community/clearings", { body: { personIds, reason }, key });
    return callApi("GET /api/community/actions/{id}", { params: { id } });
  });

/** What a moderator reads once it is done. */
export const clearedText = ({ personCount, itemCount, pendingCount }: ModerationAction) =>
  pendingCount > 0
    ? `Hiding what ${countOf(personCount, "person", "people")} wrote. The rest follows by itself.`
    : `${countOf(personCount, "person", "people")} suspended, ${countOf(itemCount, "item")} hidden`;
