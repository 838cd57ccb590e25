import type { QueryClient } from "@tanstack/react-query";
import type { ModerationAction } from "#contract/community/safety.ts";
import { callApi } from "#web/lib/api.ts";
import { toast } from "#web/ui/toast.ts";
import { showFailure } from "../say-failed.ts";
import { refreshCommunity } from "../queries.ts";
import { untilDone } from "./clearing.ts";

/** Undoes a moderator's action and shows again what it took away. */
export async function undoAction(queryClient: QueryClient, { id }: Pick<ModerationAction, "id">): Promise<void> {
  try {
    const input = { params: { id }, body: { reason: "Undone by the moderator" } };
    const { pendingCount } = await untilDone(() => callApi("POST /api/community/actions/{id}/undo", input));
    toast({ title: pendingCount > 0 ? "Undoing. The rest follows by itself." : "Undone", tone: "good" });
  } catch (error) {
    showFailure("That can't be undone", error);
  }
  await refreshCommunity(queryClient);
}

/** Confirms a moderator's action, and offers to undo it if that is possible. */
export function showSuccess(queryClient: QueryClient, title: string, action: ModerationAction): void {
  const undo = { label: "Undo", onPress: () => void undoAction(queryClient, action) };
  toast({ title, tone: "good", durationMs: 8000, ...(action.undoUntil !== null && { action: undo }) });
}
