import { useQueryClient } from "@tanstack/react-query";
import { clsx } from "clsx";
import { MessageCircle, Pin, Share2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Link, useNavigate } from "#web/lib/router.ts";
import type { PersonCard, Post } from "#contract/community/community.ts";
import { Moment } from "#web/admin-kit/moment.tsx";
import { paths } from "#web/lib/paths.ts";
import { Badge, StatusBadge } from "#web/ui/badge.tsx";
import { lazyDialog } from "#web/ui/lazy-part.tsx";
import { Mark } from "#web/ui/brand.tsx";
import { countOf, ownStatuses, phases } from "../labels.ts";
import { PersonFace, PersonLink } from "../person/person-face.tsx";
import { changePost } from "../queries.ts";
import { AfterParty } from "./after-party.tsx";
import { MenuButton } from "./menu-button.tsx";
import { PostImages } from "./post-images.tsx";
import { PostText } from "./post-text.tsx";
import { Reactions } from "./reactions.tsx";
import { toast } from "#web/ui/toast.ts";

const EditPost = lazyDialog("The editor", async () => (await import("./edit-dialog.tsx")).EditPost);

type PostCardProps = {
  post: Post;
  /** The post's own page, where its text is whole and its heading is the page's. */
  isOpen?: boolean;
  /** It is above the others. */
  isOnTop?: boolean;
  /** Its image is the first on the page. */
  lead?: boolean;
};

/** A post in the feed, or on its own page. */
export function PostCard({ post, isOpen = false, isOnTop = false, lead = false }: PostCardProps) {
  const { id, kind, author } = post;
  const [isEditing, setEditing] = useState(false);
  const navigate = useNavigate();
  const titleId = `post-${id}`;
  return (
    <article aria-labelledby={titleId} className="grid gap-4">
      {isOnTop && (
        <p className="eyebrow flex items-center gap-2 text-gilt">
          <Pin aria-hidden="true" className="size-4" /> Pinned
        </p>
      )}
      <header className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3">
        <AuthorFace author={author} isSite={kind === "after_party"} />
        <div className="min-w-0 leading-snug">
          <h2 id={titleId} className="flex flex-wrap items-center gap-x-2 font-semibold">
            <AuthorName author={author} isSite={kind === "after_party"} />
            {isOpen && <span className="sr-only">'s post</span>}
          </h2>
          <PostLine post={post} />
        </div>
        <MenuButton
          kind="post"
          content={post}
          onEdit={() => setEditing(true)}
          onGone={(queryClient) => {
            if (isOpen) void navigate(paths.community(), { replace: true });
            changePost(queryClient, id, () => undefined);
          }}
        />
      </header>
      <PostStatus post={post} />
      <PostBody post={post} isOpen={isOpen} lead={lead} />
      <PostFoot post={post} isOpen={isOpen} />
      {isEditing && <EditPost post={post} onClose={() => setEditing(false)} />}
    </article>
  );
}

type AuthorProps = { author: PersonCard | null; isSite?: boolean };

function AuthorFace({ author, isSite = false }: AuthorProps) {
  if (isSite) {
    return (
      <span className="grid size-11 place-items-center rounded-full bg-gold text-on-gold">
        <Mark className="size-6" />
      </span>
    );
  }
  return <PersonFace person={author} className="size-11! text-2xl!" />;
}

/** Who wrote something, as a link to their card. */
export function AuthorName({ author, isSite = false }: AuthorProps): ReactNode {
  if (isSite) return "Savage Gentlemen";
  if (!author) return <span className="text-muted">Former member</span>;
  return (
    <>
      <PersonLink id={author.id}>{author.name}</PersonLink>
      {author.badge === "staff" && <TeamBadge />}
    </>
  );
}

export const TeamBadge = () => (
  <Badge tone="gold" className="px-1.5! py-0! text-xs!">
    Team
  </Badge>
);

/** A dot before each part; one that would begin or end a line lies outside of the box and is cut off. */
const postPart = "relative min-w-0 max-w-full pl-4 before:absolute before:left-1.5 before:content-['·'/'']";

/** When a post was written and about what. */
function PostLine({ post: { id, at, editedAt, event, phase } }: { post: Post }) {
  return (
    <p className="-ml-1 overflow-x-clip pl-1 text-sm leading-6 text-muted">
      <span className="-ml-4 flex flex-wrap">
        <Link
          to={paths.community({ post: id })}
          state={fromFeed}
          className={clsx(postPart, "hover:underline [&_time]:whitespace-normal")}
        >
          <Moment at={at} relative />
        </Link>
        {editedAt && <span className={postPart}>Edited</span>}
        {event && (
          <>
            <span className={clsx(postPart, "flex")}>
              <Link
                to={paths.community({ event: event.id })}
                className="min-w-0 truncate font-semibold text-gilt hover:underline"
              >
                {event.title}
              </Link>
            </span>
            {phase && <span className={clsx(postPart, "max-sm:hidden")}>{phases[phase]}</span>}
          </>
        )}
      </span>
    </p>
  );
}

/** Lets the post's page lead back to the place in the feed. */
const fromFeed = { isFromFeed: true };

function PostStatus({ post: { status, statusReason } }: { post: Post }) {
  if (status === "published") return null;
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-md border border-line bg-panel px-3 py-2 text-sm">
      <StatusBadge {...ownStatuses[status]} /> {statusReason}
    </p>
  );
}

/** Up to this many characters, a post without images is set in large type. */
const shortText = 100;
/** Longer posts are cut in the feed. */
const longText = 700;

function PostBody({ post, isOpen, lead }: Required<Omit<PostCardProps, "isOnTop">>) {
  const { id, html, excerpt, images, afterParty, kind } = post;
  const isShort =
    images.length === 0 && kind === "post" && excerpt.length <= shortText && !/<(p|li).*<(p|li)/s.test(html);
  const isCut = !isOpen && html.length > longText;
  return (
    <>
      {html !== "" && (
        <div>
          <PostText
            html={html}
            className={clsx(
              "max-w-[62ch]",
              isShort ? "text-2xl leading-snug font-semibold text-balance md:text-3xl" : "text-lg leading-relaxed",
              isCut && "line-clamp-8",
            )}
          />
          {isCut && (
            <Link
              to={paths.community({ post: id })}
              state={fromFeed}
              className="mt-1 inline-flex min-h-9 items-center font-semibold text-gilt underline underline-offset-4"
            >
              Read the rest
            </Link>
          )}
        </div>
      )}
      <PostImages images={images} lead={lead} />
      {afterParty && <AfterParty post={post} party={afterParty} />}
    </>
  );
}

function PostFoot({ post, isOpen }: { post: Post; isOpen: boolean }) {
  const queryClient = useQueryClient();
  const { id, reactions, you, commentCount, excerpt, status } = post;
  if (status !== "published") return null;
  const address = paths.community({ post: id });
  const comments = (
    <>
      <MessageCircle aria-hidden="true" className="size-5.5" />
      <span className="tabular-nums">{commentCount.toLocaleString("en-US")}</span>
    </>
  );
  const quiet =
    "flex min-h-10 items-center gap-2 rounded-full px-2 font-semibold text-muted transition sm:px-3-colors hover:bg-ink/8 hover:text-ink";
  return (
    <footer className="-mx-1 flex flex-wrap items-center gap-x-1 gap-y-1">
      <Reactions
        reactions={reactions}
        ownReaction={you.reaction}
        kind="post"
        id={id}
        onChange={(now) =>
          changePost(queryClient, id, (latest) => ({
            ...latest,
            reactions: now.reactions,
            you: { ...latest.you, reaction: now.ownReaction },
          }))
        }
      />
      <span className="ml-auto flex">
        {!isOpen && (
          <Link to={address} state={fromFeed} aria-label={countOf(commentCount, "comment")} className={quiet}>
            {comments}
          </Link>
        )}
        <button type="button" onClick={() => void share(excerpt.slice(0, 80), address)} className={quiet}>
          <Share2 className="size-5" /> <span className={clsx(!isOpen && "max-sm:sr-only")}>Share</span>
        </button>
      </span>
    </footer>
  );
}

/** Opens the device's share sheet; where there is none, copies the link. */
async function share(title: string, path: string): Promise<void> {
  const url = new URL(path, location.origin).href;
  if ("share" in navigator && matchMedia("(pointer: coarse)").matches) {
    return navigator.share({ title, url }).catch(() => undefined);
  }
  try {
    await navigator.clipboard.writeText(url);
    toast({ title: "Link copied", tone: "good" });
  } catch {
    toast({ title: "We couldn't copy the link", description: url, tone: "bad" });
  }
}
