import { ChevronLeft, ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { buttonStyle } from "#web/ui/button-style.ts";
import { formatCount } from "../figures.tsx";
import type { ListReply } from "./list-query.ts";
import type { ListAddress } from "./use-list-address.ts";

export type TablePagerProps = {
  /** Names the list, because a page may have several. */
  label: string;
  list: Omit<ListReply<unknown>, "items">;
  address: ListAddress;
};

/** Which rows are on screen, the total, and links to the previous and next page. */
export function TablePager({
  label,
  list: { total, page, pageSize, isMore = false, nextCursor },
  address,
}: TablePagerProps) {
  const first = (page - 1) * pageSize + 1;
  const isDeep = isMore && first > total;
  const last = isMore ? page * pageSize : Math.min(total, page * pageSize);
  const before = page === 2 || (page - 1) * pageSize > total ? undefined : page - 1;
  const next =
    nextCursor === undefined ? (last < total ? { page: page + 1 } : undefined) : nextCursor && { cursor: nextCursor };
  return (
    <nav
      aria-label={`Pages of ${label}`}
      className="flex items-center justify-between gap-4 border-t border-line px-4 py-2"
    >
      <p aria-live="polite" className="text-sm text-muted tabular-nums">
        {first > total && !isDeep
          ? "No rows on this page"
          : `${formatCount(first)}–${formatCount(last)} of ${formatCount(total)}${isMore ? "+" : ""}`}
      </p>
      <div className="flex gap-1">
        <Step
          to={page > 1 ? address.addressWith({ page: before }) : undefined}
          label={page > 2 && before === undefined ? "First page" : "Previous page"}
          rel="prev"
        >
          <ChevronLeft className="size-5" />
        </Step>
        <Step to={next ? address.addressWith(next) : undefined} label="Next page" rel="next">
          <ChevronRight className="size-5" />
        </Step>
      </div>
    </nav>
  );
}

function Step({
  to,
  label,
  rel,
  children,
}: {
  to: string | undefined;
  label: string;
  rel: string;
  children: ReactNode;
}) {
  const style = buttonStyle("quiet", "icon");
  if (to === undefined) {
    return (
      <button type="button" disabled aria-label={label} className={style}>
        {children}
      </button>
    );
  }
  return (
    <Link to={to} rel={rel} aria-label={label} className={style}>
      {children}
    </Link>
  );
}
