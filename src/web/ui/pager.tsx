import { ArrowLeft, ArrowRight } from "lucide-react";
import { LinkButton } from "./link-button.tsx";

type PagerProps = { total: number; page: number; pageSize: number; addressOf: (page: number) => string };

/** Links to the pages before and after; nothing if there is only one. */
export function Pager({ total, page, pageSize, addressOf }: PagerProps) {
  const pages = Math.ceil(total / pageSize);
  if (pages < 2) return null;
  return (
    <nav
      aria-label="Pages"
      className="mt-16 flex flex-wrap items-center justify-between gap-4 border-t border-line pt-6"
    >
      {page > 1 ? (
        <LinkButton variant="outline" to={addressOf(page - 1)} rel="prev">
          <ArrowLeft className="size-5" /> Previous
        </LinkButton>
      ) : (
        <span />
      )}
      <p className="font-display text-xl font-bold tabular-nums">
        Page {page} of {pages}
      </p>
      {page < pages ? (
        <LinkButton variant="outline" to={addressOf(page + 1)} rel="next">
          Next <ArrowRight className="size-5" />
        </LinkButton>
      ) : (
        <span />
      )}
    </nav>
  );
}
