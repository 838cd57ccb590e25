import { type QueryClient, useQuery } from "@tanstack/react-query";
import type { ReplyOf, RowOf } from "#contract/calls.ts";
import type { Feed, Post } from "#contract/community/community.ts";
import { apiQuery, callApi } from "#web/lib/api.ts";
import { apiPath } from "#web/lib/paths.ts";
import type { CommunityFilter } from "#web/lib/paths.ts";
import { useNow } from "#web/lib/use-now.ts";

const feedPage = ({ event, author, ...filter }: CommunityFilter, cursor?: string) => ({
  query: { ...filter, eventId: event?.toString(), authorId: author?.toString(), cursor },
});
/** The feed. Later pages are added to the first one as they are read. */
export const feedQuery = (filter: CommunityFilter = {}) => apiQuery("GET /api/community/posts", feedPage(filter));
/** Reads the page of the feed that a cursor leads to. */
export const readMorePosts = (filter: CommunityFilter, cursor: string) =>
  callApi("GET /api/community/posts", feedPage(filter, cursor));

/** A post on its own page, with the position of its topic. */
export type OpenPost = ReplyOf<"GET /api/community/posts/{id}">;
export const postQuery = (id: number) => apiQuery("GET /api/community/posts/{id}", { params: { id } });

export type CommentOrder = "oldest" | "newest";
export type CommentList = ReplyOf<"GET /api/community/posts/{id}/comments">;

const commentPage = (postId: number, order?: CommentOrder, cursor?: string) => ({
  params: { id: postId },
  query: { order: order === "newest" ? order : undefined, cursor },
});
/** The comments of a post. Later pages are added to the first one as they are read. */
export const commentsQuery = (postId: number, order?: CommentOrder) =>
  apiQuery("GET /api/community/posts/{id}/comments", commentPage(postId, order));
/** Reads the page of a post's comments that a cursor leads to. */
export const readMoreComments = (postId: number, order: CommentOrder, cursor: string) =>
  callApi("GET /api/community/posts/{id}/comments", commentPage(postId, order, cursor));

export type TopicEvent = RowOf<"GET /api/community/topics">;
/** Events that people post about. */
export const topicsQuery = () => apiQuery("GET /api/community/topics");

/** The next event, or the one that runs now. */
export const nextOf = (topics: TopicEvent[]): TopicEvent | undefined =>
  topics
    .filter(({ phase }) => phase !== "after")
    .toSorted((a, b) => Date.parse(a.event.startsAt) - Date.parse(b.event.startsAt))[0];

/** The event of a headline, for its poster. */
export const headlineQuery = (eventId: number) => apiQuery("GET /api/events/{id}", { params: { id: eventId } });

/** What the signed-in member is in the community. */
export const meQuery = () => apiQuery("GET /api/community/me");

export const personQuery = (id: number) => apiQuery("GET /api/community/people/{id}", { params: { id } });

export const goingQuery = (eventId: number) => apiQuery("GET /api/events/{id}/going", { params: { id: eventId } });

/** An event's photo wall. Later pages are added to the first one as they are read. */
export const wallQuery = (eventId: number) => apiQuery("GET /api/events/{id}/photos", { params: { id: eventId } });

const isFeed = ({ queryKey: [path] }: { queryKey: readonly unknown[] }) =>
  String(path).split("?")[0] === apiPath("GET /api/community/posts");

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
  queryClient.setQueryData(postQuery(id).queryKey, (open) => {
    const changed = open && change(open);
    return changed ? { ...changed, position: open.position } : open;
  });
}

/** Puts an own new post on top of the feed that is shown; other feeds are read again when they open. */
export function addPost(queryClient: QueryClient, post: Post, shown: CommunityFilter | undefined): void {
  queryClient.removeQueries({ predicate: isFeed, type: "inactive" });
  if (!shown) return;
  queryClient.setQueryData(feedQuery(shown).queryKey, (feed) =>
    feed && !feed.items.some(({ id }) => id === post.id) ? { ...feed, items: [post, ...feed.items] } : feed,
  );
}

/** Reads everything of the community again, and what keeps people out of it: after a block or mute, other posts and people are to be seen. */
export const refreshCommunity = (queryClient: QueryClient) =>
  queryClient.invalidateQueries({
    predicate: ({ queryKey: [path] }) =>
      /^\/api\/(community\/|events\/\d+\/(going|photos)|admin\/users\/\d+\/restrictions)/.test(String(path)),
  });

/** The event that the posts are about, also if it was too long ago to be among the topics. */
export function useShownTopic(eventId: number | undefined, topics: TopicEvent[]): TopicEvent | undefined {
  const now = useNow();
  const { data: event } = useQuery({ ...headlineQuery(eventId ?? 0), enabled: eventId !== undefined });
  const known = topics.find((topic) => topic.event.id === eventId);
  if (known || !event) return known;
  return { event, phase: Date.parse(event.endsAt) < now ? "after" : "before", postCount: 0 };
}
