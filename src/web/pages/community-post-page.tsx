import { useSuspenseQuery } from "@tanstack/react-query";
import { memo, Suspense } from "react";
import { useSearchParams } from "#web/lib/router.ts";
import { numberIn } from "#web/features/community/filter.ts";
import { commentsQuery, type OpenPost, postQuery } from "#web/features/community/queries.ts";
import { notFound, type PageModule } from "#web/lib/page.ts";
import { paths } from "#web/lib/paths.ts";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { Page } from "#web/ui/page.tsx";
import { Spinner } from "#web/ui/spinner.tsx";

const PostView = lazyPart(
  "The post",
  async () => (await import("#web/features/community/post/post-view.tsx")).PostView,
);

/** Like the feed's: it comes later, and keeps the server's HTML until then. */
const LaterPost = memo((props: Parameters<typeof PostView>[0]) => (
  <Suspense fallback={<Spinner />}>
    <PostView {...props} />
  </Suspense>
));

function CommunityPostPage() {
  const [search] = useSearchParams();
  const { data: post } = useSuspenseQuery(postQuery(Number(search.get("post"))));
  const title = titleOf(post);
  return (
    <Page meta={postMeta(post, title)}>
      <h1 className="sr-only">{title}</h1>
      <LaterPost post={post} named={numberIn(search, "comment")} />
    </Page>
  );
}

const nameOf = ({ kind, author }: OpenPost) =>
  kind === "after_party" ? "Savage Gentlemen" : (author?.name ?? "A former member");

function titleOf(post: OpenPost): string {
  const { excerpt, event, images } = post;
  const line = excerpt.split("\n")[0]!;
  const start = line.length > 60 ? `${line.slice(0, 58).replace(/\s+\S*$/, "")}…` : line;
  if (start !== "") return `${nameOf(post)}: ${start}`;
  return `${nameOf(post)}: ${images.length === 1 ? "a photo" : `${images.length} photos`}${event ? ` from ${event.title}` : ""}`;
}

function postMeta(post: OpenPost, title: string) {
  const { id, excerpt, images, event, status } = post;
  const [image] = images;
  return {
    title,
    description:
      excerpt.slice(0, 200) || `Posted in the Savage Gentlemen community${event ? ` about ${event.title}` : ""}.`,
    canonical: paths.community({ post: id }),
    kind: "article" as const,
    hidden: status !== "published",
    ...(image && { image: paths.posters.social(image.poster.key), imageAlt: image.poster.alt }),
  };
}

export const page: PageModule = {
  Component: CommunityPostPage,
  load: async ({ search, read }) => {
    const id = numberIn(search, "post");
    if (id === undefined) throw notFound();
    await Promise.all([read(postQuery(id)), read(commentsQuery(id))]);
  },
};
