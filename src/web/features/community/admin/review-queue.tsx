import { Keyboard } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useNavigate } from "#web/lib/router.ts";
import type { ReviewItem } from "#contract/community/safety.ts";
import { ReadFailure } from "#web/admin-kit/read-failure.tsx";
import { paths } from "#web/lib/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { EmptyState } from "#web/ui/full-message.tsx";
import { Skeleton } from "#web/ui/spinner.tsx";
import { contentNames } from "../labels.ts";
import { PersonSheet } from "../moderation/person-sheet.tsx";
import { ReasonedDialog } from "../moderation/reasoned-dialog.tsx";
import { ReviewCard, ReviewFiles } from "./review-card.tsx";
import { type Decision, useKeys, useReview } from "./use-review.ts";

type Open = { what: "hide" | "person"; item: ReviewItem } | { what: "keys" };

/** What waits for a moderator, worked by keyboard or by hand. */
export function ReviewQueue() {
  const { query, items, open: openCount, decide, isDecided, record, undo } = useReview();
  const { place, select, move, list } = useSelection(items);
  const [open, setOpen] = useState<Open>();
  const navigate = useNavigate();
  const close = () => setOpen(undefined);
  const onCurrent = (act: (item: ReviewItem) => void) => () => {
    const left = items.filter(({ id }) => !isDecided(id));
    const current = left[Math.min(place, left.length - 1)];
    if (current) act(current);
  };
  const approve = (item: ReviewItem) => decide(item, { decision: "approve" });
  const hide = (item: ReviewItem) => setOpen({ what: "hide", item });
  const moderate = (item: ReviewItem) => item.author && setOpen({ what: "person", item });

  useKeys({
    j: () => move(1),
    k: () => move(-1),
    a: onCurrent(approve),
    h: onCurrent(hide),
    w: onCurrent(moderate),
    o: onCurrent(({ content }) => content.postId !== null && void navigate(paths.community({ post: content.postId }))),
    u: () => void undo(),
    "?": () => setOpen({ what: "keys" }),
  });

  if (!query.data && !query.error) return <Skeleton className="h-96" />;
  return (
    <div className="grid max-w-4xl grid-cols-1 gap-4">
      <ReadFailure label="The queue" query={query} />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p role="status" className="font-semibold">
          {openCount !== undefined && `${openCount} waiting`}
        </p>
        <div className="flex flex-wrap gap-2">
          {items.length > 0 && <ReviewFiles show="open" />}
          <Button variant="quiet" size="sm" onClick={() => setOpen({ what: "keys" })}>
            <Keyboard className="size-5" /> Keys
          </Button>
        </div>
      </div>
      {query.data && items.length === 0 && (
        <EmptyState title="All clear" text="Held posts and reports show up here by themselves." />
      )}
      <ol ref={list} className="grid grid-cols-1 gap-4">
        {items.map((item, index) => (
          <ReviewCard
            key={item.id}
            item={item}
            isCurrent={index === place}
            onSelect={() => select(index)}
            onApprove={() => approve(item)}
            onHide={() => hide(item)}
            onModerate={() => moderate(item)}
          />
        ))}
      </ol>
      {open?.what === "keys" && <KeyHelp onClose={close} />}
      {open?.what === "hide" && <HideItem item={open.item} decide={decide} onClose={close} />}
      {open?.what === "person" && <PersonSheet id={open.item.author!.id} onClose={close} onDone={record} />}
    </div>
  );
}

/** The item that keys act on. It has the focus once a key moved there. */
function useSelection(items: ReviewItem[]) {
  const [selectedIndex, setSelectedIndex] = useState(0);
  const list = useRef<HTMLOListElement>(null);
  const place = Math.max(0, Math.min(selectedIndex, items.length - 1));
  const id = items[place]?.id;
  const isMoved = useRef(false);
  useEffect(() => {
    if (!isMoved.current || id === undefined) return;
    const row = list.current?.children[place] as HTMLElement | undefined;
    row?.focus({ preventScroll: true });
    row?.scrollIntoView({ block: "nearest" });
  }, [id, place]);
  return {
    place,
    list,
    select: (index: number) => setSelectedIndex(index),
    move(by: number) {
      isMoved.current = true;
      setSelectedIndex(Math.max(0, Math.min(items.length - 1, place + by)));
    },
  };
}

type HideItemProps = {
  item: ReviewItem;
  decide: (item: ReviewItem, decision: Decision) => void;
  onClose: () => void;
};

const HideItem = ({ item, decide, onClose }: HideItemProps) => (
  <ReasonedDialog
    title={`Hide this ${contentNames[item.content.kind]}`}
    action="Hide"
    onClose={onClose}
    submit={(reason) => decide(item, { decision: "hide", reason })}
  />
);

const help = [
  ["J", "Next"],
  ["K", "Previous"],
  ["A", "Approve, or dismiss the reports"],
  ["H", "Hide, with a reason"],
  ["W", "Warn or mute the author"],
  ["O", "Open the post"],
  ["U", "Undo your last action"],
  ["?", "Show these keys"],
] as const;

const KeyHelp = ({ onClose }: { onClose: () => void }) => (
  <Dialog title="Keys" onClose={onClose}>
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-2.5">
      {help.map(([key, does]) => (
        <div key={key} className="contents">
          <dt>
            <kbd className="grid min-h-8 min-w-8 place-items-center rounded-sm border border-edge bg-raised px-2 font-display font-bold">
              {key}
            </kbd>
          </dt>
          <dd>{does}</dd>
        </div>
      ))}
    </dl>
  </Dialog>
);
