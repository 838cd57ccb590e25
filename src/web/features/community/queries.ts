import { type QueryClient, useQuery } from "@tanstack/react-query";
import type { CommunityMe, Going, PhotoWall, PublicPerson } from "#contract/community/people.ts";
import type { EventDetail } from "#contract/events/events.ts";
import type { EventPhase, Feed, Post, PostEvent } from "#contract/community/community.ts";
import type { Thread } from "#contract/community/comments.ts";
import { type CommunityFilter, withQuery } from "#web/lib/paths.ts";
import { pathQuery } from "#web/lib/query-client.ts";
import { useNow } from "#web/lib/use-now.ts";

const postsPath = "/api/community/posts";

/** The feed. Later pages are added to the first one as they are read. */
export const feedQuery = ({ event, author, ...filter }: CommunityFilter = {}) =>
  pathQuery<Feed>(withQuery(postsPath, { ...filter, eventId: event, authorId: author }));

export const postPath = (id: number) => `${postsPath}/${id}`;

/** A post on its own page, with the position of its topic. */
export type OpenPost = Post & { position: number };
export const postQuery = (id: number) => pathQuery<OpenPost>(postPath(id));

export type CommentOrder = "oldest" | "newest";
export type CommentList = { items: Thread[]; nextCursor: string | null };

type CommentPage = { order?: CommentOrder; parentId?: number; cursor?: string | null };
/** The address of a page of comments, or of the replies to one. */
export const commentsPath = (postId: number, { order, ...page }: CommentPage = {}) =>
  withQuery(`${postPath(postId)}/comments`, { order: order === "newest" ? order : undefined, ...page });

/** The comments of a post. Later pages are added to the first one as they are read. */
export const commentsQuery = (postId: number, order?: CommentOrder) =>
  pathQuery<CommentList>(commentsPath(postId, order ? { order } : {}));

export type TopicEvent = { event: PostEvent; phase: EventPhase; postCount: number };
/** Events that people post about. */
export const topicsQuery = () => pathQuery<{ items: TopicEvent[] }>("/api/community/topics");

/** The next event, or the one that runs now. */
export const nextOf = (topics: TopicEvent[]): TopicEvent | undefined =>
  topics
    .filter(({ phase }) => phase !== "after")
    .toSorted((a, b) => Date.parse(a.event.startsAt) - Date.parse(b.event.startsAt))[0];

/** The event of a headline, for its poster. */
export const headlineQuery = (eventId: number) => pathQuery<EventDetail>(`/api/events/${eventId}`);

/** What the signed-in member is in the community. */
export const meQuery = () => pathQuery<CommunityMe>("/api/community/me");

export const personPath = (id: number) => `/api/community/people/${id}`;
export const personQuery = (id: number) => pathQuery<PublicPerson>(personPath(id));

export const goingPath = (eventId: number) => `/api/events/${eventId}/going`;
export const goingQuery = (eventId: number) => pathQuery<Going>(goingPath(eventId));

/** An event's photo wall. Later pages are added to the first one as they are read. */
export const wallQuery = (eventId: number) => pathQuery<PhotoWall>(`/api/events/${eventId}/photos`);

const isFeed = ({ queryKey: [path] }: { queryKey: readonly unknown[] }) => String(path).split("?")[0] === postsPath;

/** Changes a post wherever it is shown; `undefined` takes it out of the lists. */
export function changePost(queryClient: QueryClient, id: number, change: (post: Post) => Post | undefined): void {
  const inList = (posts: Post[]) =>
    posts.some((post) => post.id === id)
      ? posts.flatMap((post) => (post.id === id ? (change(post) ?? []) : [post]))
      : posts;
  queryClient.setQueriesData<Feed>(
    { predicate: isFeed },
    (feed) => feed && { ...feed, pinned: inList(feed.pinned), items: inList(feed.items) },
  );
  queryClient.setQueryData<OpenPost>(postQuery(id).queryKey, (open) => {
    const changed = open && change(open);
    return changed ? { ...changed, position: open.position } : open;
  });
}

/** Puts an own new post on top of the feed that is shown; other feeds are read again when they open. */
export function addPost(queryClient: QueryClient, post: Post, shown: CommunityFilter | undefined): void {
  queryClient.removeQueries({ predicate: isFeed, type: "inactive" });
  if (!shown) return;
  queryClient.setQueryData<Feed>(feedQuery(shown).queryKey, (feed) =>
    feed && !feed.items.some(({ id }) => id === post.id) ? { ...feed, items: [post, ...feed.items] } : feed,
  );
}

/** Reads everything of the community again: after a block or mute, other posts and people are to be seen. */
export const refreshCommunity = (queryClient: QueryClient) =>
  queryClient.invalidateQueries({
    predicate: ({ queryKey: [path] }) => /^\/api\/(community\/|events\/\d+\/(going|photos))/.test(String(path)),
  });

/** The event that the posts are about, also if it was too long ago to be among the topics. */
export function useShownTopic(eventId: number | undefined, topics: TopicEvent[]): TopicEvent | undefined {
  const now = useNow();
  const { data: event } = useQuery({ ...headlineQuery(eventId ?? 0), enabled: eventId !== undefined });
  const known = topics.find((topic) => topic.event.id === eventId);
  if (known || !event) return known;
  return { event, phase: Date.parse(event.endsAt) < now ? "after" : "before", postCount: 0 };
}
