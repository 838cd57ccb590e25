import { clsx } from "clsx";
import { Check, ExternalLink, EyeOff, Shield } from "lucide-react";
import type { HoldReason, ReviewItem, ReviewReport } from "#contract/community/safety.ts";
import { Moment } from "#web/admin-kit/moment.tsx";
import { paths } from "#web/lib/paths.ts";
import { Badge, StatusBadge } from "#web/ui/badge.tsx";
import type { BadgeLabel } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { Poster } from "#web/ui/poster.tsx";
import { contentNames, countOf, reportReasons } from "../labels.ts";
import { PersonFace } from "../person/person-face.tsx";
import { PostText } from "../post/post-text.tsx";
import { ExportLinks } from "#web/admin-kit/table/table-toolbar.tsx";
import { useUser } from "#web/features/accounts/user-provider.tsx";

const holds: Record<HoldReason, BadgeLabel> = {
  new_member: { label: "New member", tone: "soon" },
  banned_word: { label: "Banned word", tone: "gone" },
  wall: { label: "Photo wall", tone: "plain" },
};

type ReviewCardProps = {
  item: ReviewItem;
  isCurrent: boolean;
  onSelect: () => void;
  onApprove: () => void;
  onHide: () => void;
  onModerate: () => void;
};

/** One thing that waits for a moderator, with why and who wrote it. */
export function ReviewCard({ item, isCurrent, onSelect, onApprove, onHide, onModerate }: ReviewCardProps) {
  const { content, reports, author } = item;
  const isHeld = content.status === "held";
  return (
    // The row that has the focus is the one that keys act on.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li
      tabIndex={-1}
      aria-current={isCurrent ? "true" : undefined}
      onFocus={onSelect}
      className={clsx(
        "grid scroll-m-24 grid-cols-1 gap-4 rounded-md border bg-panel p-5 outline-none",
        isCurrent ? "border-gold shadow-lift" : "border-line",
      )}
    >
      <ReviewHead item={item} />
      <ReviewedThing item={item} />
      {reports.length > 0 && <Reports reports={reports} />}
      <div className="flex flex-wrap gap-2 border-t border-line pt-4">
        <Button size="sm" onClick={onApprove}>
          <Check className="size-4.5" /> {isHeld ? "Approve" : "Keep it up"}
        </Button>
        {content.kind !== "person" && (
          <Button variant="danger" size="sm" onClick={onHide}>
            <EyeOff className="size-4.5" /> Hide
          </Button>
        )}
        {author && (
          <Button variant="outline" size="sm" onClick={onModerate}>
            <Shield className="size-4.5" /> {author.name}
          </Button>
        )}
        {content.postId !== null && (
          <LinkButton variant="quiet" size="sm" to={paths.community({ post: content.postId })} className="ml-auto">
            <ExternalLink className="size-4.5" /> Open
          </LinkButton>
        )}
      </div>
    </li>
  );
}

export function ReviewHead({ item }: { item: ReviewItem }) {
  const { author, openedAt, content, authorHidden, authorWarned, authorTrust } = item;
  const record = [
    authorTrust === "new" && "new here",
    authorTrust === "muted" && "muted",
    authorHidden > 0 && `hidden ${authorHidden === 1 ? "once" : `${authorHidden} times`}`,
    authorWarned > 0 && `warned ${authorWarned === 1 ? "once" : `${authorWarned} times`}`,
  ].filter(Boolean);
  return (
    <header className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <PersonFace person={author} />
      <div className="min-w-0 grow leading-snug">
        <h2 className="font-semibold">
          {author ? author.name : "Former member"}
          {author && <span className="ml-1.5 text-sm font-normal text-muted">@{author.handle}</span>}
        </h2>
        <p className="text-sm text-muted">
          A {contentNames[content.kind]}
          {content.event && ` about ${content.event.title}`}, <Moment at={openedAt} relative />
          {record.length > 0 && ` · ${record.join(", ")}`}
        </p>
      </div>
      <div className="flex flex-wrap gap-1.5">
        {item.holds.map((hold) => (
          <StatusBadge key={hold} {...holds[hold]} />
        ))}
        {item.reports.length > 0 && <Badge tone="gone">{countOf(item.reports.length, "report")}</Badge>}
      </div>
    </header>
  );
}

export function ReviewedThing({ item: { content } }: { item: ReviewItem }) {
  const { html, images, kind, bannedWords } = content;
  if (kind === "person") return <p className="text-muted">Someone reported this member, not a single post.</p>;
  return (
    <>
      {html !== "" && <PostText html={html} className="max-h-80 max-w-[68ch] overflow-y-auto" />}
      {bannedWords.length > 0 && <BannedWords words={bannedWords} />}
      {images.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {images.map(({ id, poster }) => (
            <li key={id}>
              <a
                href={paths.posters.fallback(poster.key)}
                target="_blank"
                rel="noopener noreferrer"
                aria-label={`Open photo: ${poster.alt}`}
              >
                <Poster poster={poster} sizes="10rem" decorative className="size-32 rounded-sm md:size-40" />
              </a>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Which banned words a text has, and how they're written if that isn't the word itself. */
const BannedWords = ({ words }: { words: ReviewItem["content"]["bannedWords"] }) => (
  <p className="border-l-3 border-hibiscus pl-4 text-sm wrap-anywhere">
    {words.length === 1 ? "Banned word: " : "Banned words: "}
    {words.map(({ word, written }, index) => (
      <span key={word}>
        {index > 0 && ", "}
        <strong className="font-semibold">{word}</strong>
        {written.toLowerCase() !== word && <span className="text-muted"> (written “{written}”)</span>}
      </span>
    ))}
  </p>
);

const Reports = ({ reports }: { reports: ReviewReport[] }) => (
  <ul aria-label="Reports" className="grid gap-1.5 border-l-3 border-hibiscus pl-4 text-sm">
    {reports.map(({ at, reason, note, reporter }, index) => (
      <li key={index}>
        <strong className="font-semibold">{reportReasons[reason]}</strong>
        {note !== "" && `: ${note}`}
        <span className="text-muted">
          {" "}
          · {reporter?.name ?? "Former member"}, <Moment at={at} relative />
        </span>
      </li>
    ))}
  </ul>
);

/** The queue or what was decided, as files. They have whole texts and names, so only admins get them. */
export function ReviewFiles({ show }: { show: "open" | "done" }) {
  return useUser().isAdmin && <ExportLinks file="GET /api/admin/community-reviews.csv" query={{ show }} />;
}
