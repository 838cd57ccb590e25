import { useSuspenseQuery } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { Link, useLocation, useNavigate, useSearchParams } from "react-router";
import { numberIn } from "#web/features/community/filter.ts";
import { commentsQuery, type OpenPost, postQuery } from "#web/features/community/queries.ts";
import { PostCard } from "#web/features/community/post/post-card.tsx";
import { Comments } from "#web/features/community/thread/comments.tsx";
import { notFound, type PageModule } from "#web/lib/page.ts";
import { paths } from "#web/lib/paths.ts";
import { Page } from "#web/ui/page.tsx";

function CommunityPostPage() {
  const [search] = useSearchParams();
  const { data: post } = useSuspenseQuery(postQuery(Number(search.get("post"))));
  const title = titleOf(post);
  return (
    <Page meta={postMeta(post, title)}>
      <div className="measure grid max-w-4xl! gap-8 pt-4 md:pt-8">
        <BackToFeed post={post} />
        <h1 className="sr-only">{title}</h1>
        <PostCard post={post} isOpen lead />
        {post.status === "published" && <Comments post={post} named={numberIn(search, "comment")} />}
      </div>
    </Page>
  );
}

/** Leads to the place in the feed from which someone came; otherwise to the post's topic. */
function BackToFeed({ post: { event } }: { post: OpenPost }) {
  const { state } = useLocation();
  const navigate = useNavigate();
  const isFromFeed = (state as { isFromFeed?: true } | null)?.isFromFeed === true;
  return (
    <Link
      to={paths.community(event ? { event: event.id } : {})}
      onClick={(e) => {
        if (!isFromFeed || e.metaKey || e.ctrlKey || e.shiftKey) return;
        e.preventDefault();
        void navigate(-1);
      }}
      className="inline-flex min-h-11 items-center gap-2 justify-self-start font-semibold text-muted hover:text-ink"
    >
      <ArrowLeft className="size-5" /> {isFromFeed ? "Back to the feed" : event ? event.title : "Community"}
    </Link>
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
