import { useQuery, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Feed, Post, ReactionCounts } from "#contract/community/community.ts";
import { useUser } from "#web/features/accounts/user-provider.tsx";
import { callApi } from "#web/lib/api.ts";
import type { CommunityFilter } from "#web/lib/paths.ts";
import { useTopic } from "#web/lib/realtime/use-topic.ts";
import { useNow } from "#web/lib/use-now.ts";
import { isNarrowed, isOnTop, type Published } from "../filter.ts";
import { changePost, feedQuery } from "../queries.ts";

/**
 * The feed, and how many posts came since: they wait for a press, so that nothing moves under
 * the reader.
 */
export function useFeed(filter: CommunityFilter) {
  const query = feedQuery(filter);
  const { data: feed } = useSuspenseQuery(query);
  const ownPosts = useOwnPosts(filter);
  const { fresh, showFresh } = useFresh(filter, feed, ownPosts);

  return { feed, queryKey: query.queryKey, waiting: ownPosts.waiting, fresh, showFresh };
}

/** How long authors see above the feed what moderators hid, which stays among their own posts. */
const hiddenShownMs = 3 * 86_400_000;

/** One's own posts that aren't published; only their author sees them, above the whole feed. */
function useOwnPosts(filter: CommunityFilter) {
  const { user, isAuthenticated } = useUser();
  const queryClient = useQueryClient();
  const now = useNow();
  const query = feedQuery({ author: Number(user?.id) });
  const isShown = isAuthenticated && !isNarrowed(filter);
  const { data } = useQuery({ ...query, enabled: isShown });
  const isNews = ({ status, at }: Post) =>
    status === "held" || (status === "hidden" && now - Date.parse(at) < hiddenShownMs);
  const waiting = isShown ? (data?.items.filter(isNews).slice(0, 3) ?? []) : [];
  return { waiting, refresh: () => queryClient.invalidateQueries({ queryKey: query.queryKey }) };
}

type FeedMessage = Published & { isPinned: boolean; reactions: ReactionCounts; commentCount: number };

/** Follows the feed's topic: counts new posts, takes away what was removed, and shows new reactions. */
function useFresh(filter: CommunityFilter, feed: Feed, ownPosts: ReturnType<typeof useOwnPosts>) {
  const queryClient = useQueryClient();
  const { queryKey } = feedQuery(filter);
  const [published, setPublished] = useState<number[]>([]);
  const known = new Set([...feed.pinned, ...feed.items].map(({ id }) => id));
  const fresh = published.filter((id) => !known.has(id));

  async function showFresh() {
    setPublished([]);
    await queryClient.invalidateQueries({ queryKey });
  }
  async function readAgain(id: number) {
    const gone = () => changePost(queryClient, id, () => undefined);
    await callApi("GET /api/community/posts/{id}", { params: { id } }).then(
      (post) => changePost(queryClient, id, () => post),
      gone,
    );
  }
  function onPublished(update: FeedMessage) {
    if (known.has(update.id)) return;
    // One's own post was approved: it takes its place at once.
    if (ownPosts.waiting.some(({ id }) => id === update.id)) void Promise.all([ownPosts.refresh(), showFresh()]);
    else if (isOnTop(update, filter)) setPublished((now) => [...now.filter((id) => id !== update.id), update.id]);
  }
  useTopic(
    "community.feed",
    {
      message(type, data) {
        const update = data as FeedMessage;
        if (type === "published") onPublished(update);
        if (type === "changed" && known.has(update.id)) void readAgain(update.id);
        if (type === "pinned") void queryClient.invalidateQueries({ queryKey });
        if (type === "counts") {
          const { reactions, commentCount } = update;
          changePost(queryClient, update.id, (post) => ({ ...post, reactions, commentCount }));
        }
        if (type !== "removed") return;
        setPublished((now) => now.filter((id) => id !== update.id));
        changePost(queryClient, update.id, () => undefined);
      },
      reset: () => void showFresh(),
    },
    feed.position,
  );
  return { fresh: fresh.length, showFresh };
}
