import { ArrowLeft } from "lucide-react";
import { Link, useLocation, useNavigate } from "#web/lib/router.ts";
import { paths } from "#web/lib/paths.ts";
import type { OpenPost } from "../queries.ts";
import { Comments } from "../thread/comments.tsx";
import { PostCard } from "./post-card.tsx";

type PostViewProps = {
  post: OpenPost;
  /** The comment that the address names. */
  named: number | undefined;
};

/** A post on its own page, with its comments. */
export const PostView = ({ post, named }: PostViewProps) => (
  <div className="measure grid max-w-4xl! gap-8 pt-4 md:pt-8">
    <BackToFeed post={post} />
    <PostCard post={post} isOpen lead />
    {post.status === "published" && <Comments post={post} named={named} />}
  </div>
);

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
