import { useQuery, useQueryClient } from "@tanstack/react-query";
import { EyeOff, Undo2 } from "lucide-react";
import type { EarlierText } from "#contract/community/community.ts";
import { Moment } from "#web/admin-kit/moment.tsx";
import { Loaded } from "#web/admin-kit/read-failure.tsx";
import { apiQuery, callApi } from "#web/lib/api.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { countOf } from "../labels.ts";
import { useAttempt } from "../say-failed.ts";
import { PostText } from "./post-text.tsx";

type HistoryDialogProps = { kind: "post" | "comment"; id: number; canModerate: boolean; onClose: () => void };

const endpoints = {
  post: "GET /api/community/posts/{id}/history",
  comment: "GET /api/community/comments/{id}/history",
} as const;

/** What a post or comment said before it was edited. A moderator can hide each version. */
export function HistoryDialog({ kind, id, canModerate, onClose }: HistoryDialogProps) {
  const history = apiQuery(endpoints[kind], { params: { id } });
  const query = useQuery({ ...history, staleTime: 0 });
  const { queryKey } = history;
  return (
    <Dialog title="Earlier versions" roomy onClose={onClose} focusSelf>
      <Loaded query={query} label="The edits" className="h-40">
        {({ items }) => (
          <ol className="grid gap-5">
            {items.map((version) => (
              <Version key={version.id} {...{ queryKey, version, canModerate }} />
            ))}
          </ol>
        )}
      </Loaded>
    </Dialog>
  );
}

type VersionProps = { queryKey: readonly [string]; version: EarlierText; canModerate: boolean };

function Version({ queryKey, version: { id, at, html, imageCount, isHidden }, canModerate }: VersionProps) {
  const queryClient = useQueryClient();
  const { press } = useAttempt("That wasn't saved");
  async function moderate() {
    const reason = isHidden ? "Restored by a moderator" : "Hidden by a moderator";
    await callApi("PUT /api/community/edits/{id}", { params: { id }, body: { isHidden: !isHidden, reason } });
    await queryClient.invalidateQueries({ queryKey });
  }
  return (
    <li className="grid gap-1 border-l-3 border-line pl-4">
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <p className="flex flex-wrap items-center gap-x-2 text-sm text-muted">
          <span>
            Until <Moment at={at} />
            {imageCount > 0 && ` · ${countOf(imageCount, "photo")}`}
          </span>
          {isHidden && canModerate && <Badge tone="gone">Hidden</Badge>}
        </p>
        {canModerate && (
          <Button variant="quiet" size="sm" className="max-sm:-ml-3" {...press("moderate", moderate)}>
            {isHidden ? <Undo2 className="size-4.5" /> : <EyeOff className="size-4.5" />}
            {isHidden ? "Restore version" : "Hide version"}
          </Button>
        )}
      </div>
      {isHidden && !canModerate ? (
        <p className="text-muted">A moderator hid this version.</p>
      ) : (
        <PostText html={html} />
      )}
    </li>
  );
}
