import { clsx } from "clsx";
import type { ReactNode } from "react";
import { Button } from "#web/ui/button.tsx";
import { Pager } from "#web/ui/pager.tsx";
import { Skeleton } from "#web/ui/spinner.tsx";
import { formatCount } from "../figures.tsx";
import type { ListReply } from "./list-query.ts";
import type { ListAddress } from "./use-list-address.ts";

/** Actions for the selected rows. The bar stays in view while the page scrolls, and its dialogs outlast the selection. */
export function BulkBar({ count, onClear, children }: { count: number; onClear: () => void; children: ReactNode }) {
  return (
    <div
      role="group"
      aria-label="Selected rows"
      hidden={count === 0}
      className="sticky bottom-0 z-20 flex flex-wrap items-center gap-2 border-t border-gold bg-raised px-4 py-2.5 max-lg:bottom-[calc(3.75rem+env(safe-area-inset-bottom))]"
    >
      <p aria-live="polite" className="mr-auto text-sm font-semibold">
        {`${count} selected`}
      </p>
      {children}
      <Button variant="quiet" size="sm" onClick={onClear}>
        Clear
      </Button>
    </div>
  );
}

/** Takes the place of the rows until they are loaded. */
export function WaitingRows({ columns, hasLead }: { columns: number; hasLead: boolean }) {
  return (
    <tbody aria-hidden="true" className="cards:block">
      {[0, 1, 2, 3, 4, 5].map((row) => (
        <tr key={row} className="border-b border-line last:border-b-0 cards:block cards:px-4 cards:py-3.5">
          {hasLead && (
            <td className="pl-4 cards:hidden">
              <Skeleton className="size-5" />
            </td>
          )}
          {Array.from({ length: columns }, (_, column) => (
            <td
              key={column}
              className={clsx("columns:px-3 columns:py-3.5 columns:first:pl-4", column > 1 && "cards:hidden")}
            >
              <Skeleton className={clsx("h-4 cards:mt-1", column === 0 ? "w-40" : "w-20")} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}

/** What a list without rows says, and what to do about it. */
export type Nothing = { title: string; text: string; action?: ReactNode };

export function NothingHere({ title, text, action }: Nothing) {
  return (
    <div className="grid justify-items-center gap-2 px-6 py-14 text-center">
      <p className="display text-display-sm">{title}</p>
      <p className="max-w-prose text-sm text-muted">{text}</p>
      {action && <div className="mt-2">{action}</div>}
    </div>
  );
}

type TablePagerProps = {
  /** Names the list, because a page may have several. */
  label: string;
  list: Omit<ListReply<unknown>, "items">;
  address: ListAddress;
};

/** Which rows are on screen, the total, and links to the previous and next page. */
export function TablePager({ label, list, address }: TablePagerProps) {
  const { total, page, pageSize, isMore = false, nextCursor } = list;
  const first = (page - 1) * pageSize + 1;
  const isDeep = isMore && first > total;
  const last = isMore ? page * pageSize : Math.min(total, page * pageSize);
  const before = page === 2 || (page - 1) * pageSize > total ? undefined : page - 1;
  const next =
    nextCursor === undefined ? (last < total ? { page: page + 1 } : undefined) : nextCursor && { cursor: nextCursor };
  const text =
    first > total && !isDeep
      ? "No rows on this page"
      : `${formatCount(first)}–${formatCount(last)} of ${formatCount(total)}${isMore ? "+" : ""}`;
  return (
    <Pager
      label={`Pages of ${label}`}
      text={text}
      before={{
        to: page > 1 ? address.addressWith({ page: before }) : undefined,
        label: page > 2 && before === undefined ? "First page" : "Previous page",
      }}
      next={{ to: next ? address.addressWith(next) : undefined, label: "Next page" }}
      isSmall
    />
  );
}
