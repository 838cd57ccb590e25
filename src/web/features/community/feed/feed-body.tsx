import { ArrowUp, MessagesSquare, SearchX } from "lucide-react";
import { useRef } from "react";
import { Link } from "#web/lib/router.ts";
import { useUser } from "#web/features/accounts/user-provider.tsx";
import { openAuth } from "#web/lib/auth-events.ts";
import { type CommunityFilter, paths } from "#web/lib/paths.ts";
import { scrollBehavior } from "#web/lib/use-strip.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/full-message.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { isNarrowed } from "../filter.ts";
import { PostCard } from "../post/post-card.tsx";
import { readMorePosts, type TopicEvent } from "../queries.ts";
import { ShowMore } from "../show-more.tsx";
import { FeedToolbar } from "./feed-toolbar.tsx";
import { FeedRail } from "./feed-rail.tsx";
import { PostDoor } from "./post-door.tsx";
import { useFeed } from "./use-feed.ts";

type FeedBodyProps = { filter: CommunityFilter; topics: TopicEvent[] };

/** Below the headline: search and order, the posts, and what is beside them. */
export function FeedBody({ filter, topics }: FeedBodyProps) {
  const { isAuthenticated } = useUser();
  // Who isn't a member follows nobody.
  const isUnreadable = filter.sort === "following" && !isAuthenticated;
  return (
    <div className="measure grid gap-x-16 pt-5 md:pt-8 lg:grid-cols-[minmax(0,44rem)_minmax(0,20rem)] lg:justify-between">
      <div className="grid min-w-0 content-start gap-8">
        <FeedToolbar filter={filter} />
        {isUnreadable ? <NothingYet filter={filter} /> : <Posts filter={filter} />}
      </div>
      <FeedRail topics={topics} shown={filter.event} />
    </div>
  );
}

function Posts({ filter }: { filter: CommunityFilter }) {
  const { feed, queryKey, waiting, fresh, showFresh } = useFeed(filter);
  const top = useRef<HTMLDivElement>(null);
  const isEmpty = feed.items.length + feed.pinned.length + waiting.length === 0;
  async function goToFresh() {
    await showFresh();
    top.current?.scrollIntoView({ behavior: scrollBehavior(), block: "start" });
    top.current?.focus({ preventScroll: true });
  }
  return (
    <div ref={top} tabIndex={-1} className="grid scroll-mt-24 gap-8 outline-none">
      <PostDoor filter={filter} />
      <p role="status" className="sticky top-20 z-20 -my-4 flex justify-center empty:hidden">
        {fresh > 0 && (
          <Button size="sm" className="animate-rise rounded-full! px-5! shadow-lift" onClick={() => void goToFresh()}>
            <ArrowUp className="size-4.5" /> {fresh === 1 ? "1 new post" : `${fresh} new posts`}
          </Button>
        )}
      </p>
      {isEmpty ? (
        <NothingYet filter={filter} />
      ) : (
        <section aria-labelledby="posts">
          <h2 id="posts" className="sr-only">
            Posts
          </h2>
          <ol className="grid divide-y divide-line">
            {[...waiting, ...feed.pinned, ...feed.items].map((post, index) => (
              <li
                key={post.id}
                // Under the splash nobody sees the posts further down: they are laid out once it's gone.
                className="py-8 first:pt-0 in-data-splash:[contain-intrinsic-size:auto_30rem] in-data-splash:[content-visibility:auto] md:py-10"
              >
                <PostCard post={post} isOnTop={feed.pinned.includes(post)} lead={index === 0} />
              </li>
            ))}
          </ol>
        </section>
      )}
      <ShowMore queryKey={queryKey} list={feed} read={(cursor) => readMorePosts(filter, cursor)} what="posts" />
      {feed.nextCursor === null && feed.items.length > 5 && (
        <p className="eyebrow pb-4 text-center text-muted">You're all caught up</p>
      )}
    </div>
  );
}

/** An empty feed says why it is empty, and what to do. */
function NothingYet({ filter }: { filter: CommunityFilter }) {
  const { isAuthenticated } = useUser();
  const { sort, q } = filter;
  if (q !== undefined) {
    return (
      <EmptyState
        icon={<SearchX />}
        title="No matches"
        text={`No posts match "${q}". Try fewer words.`}
        action={<LinkButton to={paths.community({ ...filter, q: undefined })}>Clear search</LinkButton>}
      />
    );
  }
  if (sort === "following") {
    return (
      <EmptyState
        icon={<MessagesSquare />}
        title={isAuthenticated ? "Follow someone first" : "Join to follow people"}
        text="Posts from people you follow show up here. Tap a name to open their card."
        action={
          isAuthenticated ? (
            <LinkButton to={paths.community({ ...filter, sort: undefined })}>See everyone's posts</LinkButton>
          ) : (
            <Button onClick={() => openAuth({ tab: "register", redirect: paths.community(filter) })}>Join free</Button>
          )
        }
      />
    );
  }
  return (
    <EmptyState
      icon={<MessagesSquare />}
      title="Quiet in here"
      text="Someone has to say the first word. Go ahead."
      action={
        isNarrowed(filter) && (
          <Link to={paths.community()} className="font-semibold text-gilt underline underline-offset-4">
            See every topic
          </Link>
        )
      }
    />
  );
}
