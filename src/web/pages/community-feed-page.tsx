import { useSuspenseQuery } from "@tanstack/react-query";
import { memo, Suspense, useMemo } from "react";
import { useSearchParams } from "#web/lib/router.ts";
import { useUser } from "#web/features/accounts/user-provider.tsx";
import { FeedHero } from "#web/features/community/feed/feed-hero.tsx";
import { Topics } from "#web/features/community/feed/topics.tsx";
import { useShownTopic, feedQuery, headlineQuery, nextOf, topicsQuery } from "#web/features/community/queries.ts";
import { isNarrowed, readableFilter, readCommunityFilter } from "#web/features/community/filter.ts";
import { mailedLinkIn } from "#web/features/reminders/mailed-link.ts";
import type { PageModule } from "#web/lib/page.ts";
import { type CommunityFilter, paths } from "#web/lib/paths.ts";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { Page } from "#web/ui/page.tsx";
import { Spinner } from "#web/ui/spinner.tsx";

const FeedBody = lazyPart(
  "The posts",
  async () => (await import("#web/features/community/feed/feed-body.tsx")).FeedBody,
);
/**
 * The server renders it with the page. In the browser it comes after the page's first scripts, and until then the page
 * mustn't render it again: React would replace the server's HTML.
 */
const LaterFeed = memo((props: Parameters<typeof FeedBody>[0]) => (
  <Suspense fallback={<Spinner />}>
    <FeedBody {...props} />
  </Suspense>
));
const SignupAnswer = lazyPart(
  "Your sign-up",
  async () => (await import("#web/features/reminders/link-answer.tsx")).PartSignupAnswer,
);
const ClosedCommunity = lazyPart("The community", async () => (await import("./teaser.tsx")).Teaser);

function CommunityFeedPage() {
  const [search] = useSearchParams();
  const { isAuthenticated } = useUser();
  const urlFilter = useMemo(() => readCommunityFilter(search), [search]);
  const filter = readableFilter(urlFilter, isAuthenticated);
  const { data: feed } = useSuspenseQuery(feedQuery(filter));
  const { data: topics } = useSuspenseQuery(topicsQuery());
  const topic = useShownTopic(filter.event, topics.items);
  const author = filter.author === undefined ? undefined : (feed.items[0]?.author?.name ?? "No posts yet");
  const isEmpty = feed.items.length + feed.pinned.length === 0;
  if (isEmpty && !isAuthenticated && !isNarrowed(filter)) {
    return (
      <Suspense>
        <ClosedCommunity topic="community" />
      </Suspense>
    );
  }
  // A number is a member's, who leaves the digest.
  const link = /^\d+$/.test(search.get("leave") ?? "") ? undefined : mailedLinkIn(search);
  return (
    <Page meta={feedMeta(filter, topic?.event.title)}>
      {(link || search.has("left")) && (
        <Suspense>
          <SignupAnswer link={link} />
        </Suspense>
      )}
      <FeedHero filter={filter} topic={topic} author={author} next={nextOf(topics.items)} />
      <Topics filter={filter} topics={topics.items} />
      <LaterFeed filter={urlFilter} topics={topics.items} />
    </Page>
  );
}

function feedMeta(filter: CommunityFilter, about: string | undefined) {
  const { event, topic, sort, q, author } = filter;
  return {
    title: about ? `${about}, Community` : topic === "photos" ? "Photos, Community" : "Community",
    description: about
      ? `What people are saying about ${about}: plans, outfits, photos and stories.`
      : "Plans before the event, photos after it, and the people you danced next to. The Savage Gentlemen community.",
    canonical: paths.community({ topic, event }),
    hidden: sort !== undefined || q !== undefined || author !== undefined || (event !== undefined && !about),
  };
}

export const page: PageModule = {
  Component: CommunityFeedPage,
  load: async ({ search, user, read }) => {
    const filter = readableFilter(readCommunityFilter(search), user !== null && !user.isGuest);
    const [{ items }] = await Promise.all([read(topicsQuery()), read(feedQuery(filter))]);
    // The event of the headline, for its poster.
    const shown = filter.event ?? nextOf(items)?.event.id;
    if (shown !== undefined) await read(headlineQuery(shown)).catch(() => undefined);
  },
};
