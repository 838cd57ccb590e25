import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { ContentKind, ReviewItem } from "#contract/community/safety.ts";
import { Moment } from "#web/admin-kit/moment.tsx";
import { Loaded } from "#web/admin-kit/read-failure.tsx";
import { callApi } from "#web/lib/api.ts";
import type { BadgeLabel } from "#web/ui/badge.tsx";
import { StatusBadge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/full-message.tsx";
import { toast } from "#web/ui/toast.ts";
import { useAttempt } from "../say-failed.ts";
import { refreshCommunity } from "../queries.ts";
import { ShowMore } from "../show-more.tsx";
import { ReviewedThing, ReviewHead, ReviewFiles } from "./review-card.tsx";
import { reviewQuery } from "./use-review.ts";

const decisions: Record<NonNullable<ReviewItem["decision"]>, BadgeLabel> = {
  approved: { label: "Approved", tone: "good" },
  hidden: { label: "Hidden", tone: "gone" },
  removed: { label: "Deleted by its author", tone: "plain" },
};

const done = reviewQuery("done");
const readMore = (cursor: string) => callApi("GET /api/community/review", { query: { show: "done", cursor } });

/** What moderators decided, newest first. Something hidden can be restored from here. */
export function DecidedList() {
  const query = useQuery(done);
  return (
    <Loaded query={query} label="What was decided" className="h-96">
      {(list) => (
        <div className="grid max-w-4xl gap-4">
          {list.items.length === 0 && <EmptyState title="Nothing decided yet" />}
          {list.items.length > 0 && (
            <div className="flex flex-wrap justify-end gap-2">
              <ReviewFiles show="done" />
            </div>
          )}
          <ol className="grid gap-4">
            {list.items.map((item) => (
              <DecidedCard key={item.id} item={item} />
            ))}
          </ol>
          <ShowMore queryKey={done.queryKey} list={list} read={readMore} what="decisions" />
        </div>
      )}
    </Loaded>
  );
}

function DecidedCard({ item }: { item: ReviewItem }) {
  const queryClient = useQueryClient();
  const { press } = useAttempt("It wasn't restored");
  const { decision, decidedAt, decidedBy } = item;
  const { kind, id, status } = item.content;
  async function restore(params: { kind: ContentKind; id: number }) {
    const body = { isHidden: false, reason: "Restored by a moderator" };
    await callApi("POST /api/community/content/{kind}/{id}", { params, body });
    toast({ title: "Restored. Its author was told.", tone: "good" });
    await refreshCommunity(queryClient);
  }
  return (
    <li className="grid gap-4 rounded-md border border-line bg-panel p-5">
      <ReviewHead item={item} />
      <ReviewedThing item={item} />
      <div className="flex flex-wrap items-center gap-3 border-t border-line pt-4 text-sm">
        {decision && <StatusBadge {...decisions[decision]} />}
        <span className="grow text-muted">
          {decidedBy ?? "The site"}
          {decidedAt && (
            <>
              , <Moment at={decidedAt} relative />
            </>
          )}
        </span>
        {kind !== "person" && status === "hidden" && (
          <Button variant="outline" size="sm" {...press("restore", () => restore({ kind, id }))}>
            Restore
          </Button>
        )}
      </div>
    </li>
  );
}
