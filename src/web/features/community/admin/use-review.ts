import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { ModerationAction, ReviewItem } from "#contract/community/safety.ts";
import { adminQuery } from "#web/admin-kit/table/list-query.ts";
import { callApi, refusalOf } from "#web/lib/api.ts";
import { useTopic } from "#web/lib/realtime/use-topic.ts";
import { toast } from "#web/ui/toast.ts";
import { showFailure } from "../say-failed.ts";
import { showSuccess, undoAction } from "../moderation/undo.ts";

export const reviewQuery = (show?: "done") => adminQuery("GET /api/community/review", { query: { show } });

export type Decision = { decision: "approve" } | { decision: "hide"; reason: string };

/** What waits for a moderator. It follows the realtime channel, and what is decided leaves it at once. */
export function useReview() {
  const queryClient = useQueryClient();
  const { queryKey } = reviewQuery();
  const query = useQuery(reviewQuery());
  /** What the moderator did last, or is about to have done: undoing may come before the server's answer. */
  const last = useRef<Promise<ModerationAction | undefined>>(undefined);
  /**
   * What was decided, until the list was read after the server's answer. A list that was read before shows it no more,
   * and keys that are pressed fast act on the next item, not twice on one.
   */
  const [decided] = useState(() => new Set<number>());
  const list = query.data;
  const items = list?.items.filter(({ id }) => !decided.has(id)) ?? [];
  const readAgain = () => queryClient.invalidateQueries({ queryKey });
  useTopic(
    list && "community.review",
    { message: () => void readAgain(), reset: () => void readAgain() },
    list?.position,
  );

  const removeItem = (id: number) =>
    queryClient.setQueryData(queryKey, (now) =>
      now ? { ...now, items: now.items.filter((item) => item.id !== id), open: Math.max(0, now.open - 1) } : now,
    );
  async function send({ id }: ReviewItem, body: Decision): Promise<ModerationAction | undefined> {
    decided.add(id);
    // A read that is under way would show it again.
    await queryClient.cancelQueries({ queryKey });
    removeItem(id);
    try {
      const { action } = await callApi("POST /api/community/review/{id}", { params: { id }, body });
      showSuccess(queryClient, body.decision === "approve" ? "Approved" : "Hidden. Its author was told why.", action);
      return action;
    } catch (error) {
      const isTaken = refusalOf("POST /api/community/review/{id}", error) === "status_final";
      decided.delete(id);
      if (isTaken) toast({ title: "Someone beat you to it", description: "Another moderator decided this one." });
      else showFailure("That wasn't saved", error);
      return undefined;
    } finally {
      await readAgain();
      decided.delete(id);
    }
  }
  return {
    query,
    items,
    open: list && list.open - (list.items.length - items.length),
    isDecided: (id: number) => decided.has(id),
    decide: (item: ReviewItem, body: Decision) => void (last.current = send(item, body)),
    /** Records what else the moderator did, so that one key undoes it. */
    record: (action: ModerationAction) => void (last.current = Promise.resolve(action)),
    async undo() {
      const action = await last.current;
      last.current = undefined;
      if (!action) return toast({ title: "Nothing to undo" });
      await undoAction(queryClient, action);
      await readAgain();
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
