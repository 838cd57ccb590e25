import { useQuery } from "@tanstack/react-query";
import type { EarlierText } from "#contract/community/community.ts";
import { Moment } from "#web/admin-kit/moment.tsx";
import { Loaded } from "#web/admin-kit/read-failure.tsx";
import { pathQuery } from "#web/lib/query-client.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { countOf } from "../labels.ts";
import { PostText } from "./post-text.tsx";

/** What a post or comment said before it was edited. */
export function HistoryDialog({ path, onClose }: { path: string; onClose: () => void }) {
  const query = useQuery({ ...pathQuery<{ items: EarlierText[] }>(path), staleTime: 0 });
  return (
    <Dialog title="Earlier versions" roomy onClose={onClose} focusSelf>
      <Loaded query={query} label="The edits" className="h-40">
        {({ items }) => (
          <ol className="grid gap-5">
            {items.map(({ at, html, imageCount }) => (
              <li key={at} className="grid gap-1 border-l-3 border-line pl-4">
                <p className="text-sm text-muted">
                  Until <Moment at={at} />
                  {imageCount > 0 && ` · ${countOf(imageCount, "photo")}`}
                </p>
                <PostText html={html} />
              </li>
            ))}
          </ol>
        )}
      </Loaded>
    </Dialog>
  );
}
