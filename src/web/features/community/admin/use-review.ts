import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef } from "react";
import type { ModerationAction, ReviewItem } from "#contract/community-safety.ts";
import { adminQuery } from "#web/features/admin/table/list-query.ts";
import { CallError, callJson } from "#web/lib/call.ts";
import { withQuery } from "#web/lib/paths.ts";
import { useTopic } from "#web/lib/realtime/use-topic.ts";
import { toast } from "#web/ui/toast.ts";
import { sayFailed } from "../say-failed.ts";
import { sayDone, undoAction } from "../moderation/undo.ts";

const reviewPath = "/api/community/review";

export type ReviewList = { items: ReviewItem[]; open: number; nextCursor: string | null; position: number };
export const reviewQuery = (show?: "done") => adminQuery<ReviewList>(withQuery(reviewPath, { show }));

export type Decision = { decision: "approve" } | { decision: "hide"; reason: string };

/** What waits for a moderator. It follows the realtime channel, and what is decided leaves it at once. */
export function useReview() {
  const queryClient = useQueryClient();
  const { queryKey } = reviewQuery();
  const query = useQuery(reviewQuery());
  const last = useRef<ModerationAction>(undefined);
  const list = query.data;
  const readAgain = () => void queryClient.invalidateQueries({ queryKey });
  useTopic(list && "community.review", { message: readAgain, reset: readAgain }, list?.position);

  const takeOut = (id: number) =>
    queryClient.setQueryData<ReviewList>(queryKey, (now) =>
      now ? { ...now, items: now.items.filter((item) => item.id !== id), open: Math.max(0, now.open - 1) } : now,
    );
  async function decide({ id }: ReviewItem, body: Decision) {
    // A read that is under way would show it again.
    await queryClient.cancelQueries({ queryKey });
    takeOut(id);
    try {
      const reply = await callJson<{ action: ModerationAction; open: number }>("POST", `${reviewPath}/${id}`, { body });
      last.current = reply.action;
      sayDone(queryClient, body.decision === "approve" ? "Approved" : "Hidden. Its author was told why.", reply.action);
    } catch (error) {
      const isTaken = error instanceof CallError && error.answer.code === "status_final";
      if (isTaken) toast({ title: "Someone beat you to it", description: "Another moderator decided this one." });
      else sayFailed("That wasn't saved", error);
    }
    readAgain();
  }
  return {
    query,
    decide,
    /** Notes what else the moderator did, so that one key undoes it. */
    note: (action: ModerationAction) => void (last.current = action),
    async undo() {
      const action = last.current;
      if (!action) return toast({ title: "Nothing to undo yet" });
      last.current = undefined;
      await undoAction(queryClient, action);
      readAgain();
    },
  };
}

/** Keys that do something while no field and no dialog has the focus. */
export function useKeys(keys: Record<string, (() => void) | undefined>): void {
  const press = useEffectEvent((e: KeyboardEvent) => {
    if (e.ctrlKey || e.metaKey || e.altKey || e.defaultPrevented) return;
    if (
      (e.target as Element | null)?.closest?.("input, textarea, select, [contenteditable], [role=dialog], [role=menu]")
    )
      return;
    if (document.querySelector("[role=dialog]")) return;
    const act = keys[e.key.length === 1 ? e.key.toLowerCase() : e.key];
    if (!act) return;
    e.preventDefault();
    act();
  });
  useEffect(() => {
    const listen = (e: KeyboardEvent) => press(e);
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
}
