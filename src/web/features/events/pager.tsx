import { ArrowLeft, ArrowRight } from "lucide-react";
import type { EventList } from "#contract/events.ts";
import { LinkButton } from "#web/ui/link-button.tsx";

export type PagerProps = Pick<EventList, "total" | "page" | "pageSize"> & { addressOf: (page: number) => string };

export function Pager({ total, page, pageSize, addressOf }: PagerProps) {
  const pages = Math.ceil(total / pageSize);
  if (pages < 2) return null;
  return (
    <nav aria-label="Pages" className="mt-16 flex items-center justify-between gap-4 border-t border-line pt-6">
      {page > 1 ? (
        <LinkButton variant="outline" to={addressOf(page - 1)} rel="prev">
          <ArrowLeft aria-hidden="true" className="size-5" /> Previous
        </LinkButton>
      ) : (
        <span />
      )}
      <p className="font-display text-xl font-bold tabular-nums">
        Page {page} of {pages}
      </p>
      {page < pages ? (
        <LinkButton variant="outline" to={addressOf(page + 1)} rel="next">
          Next <ArrowRight aria-hidden="true" className="size-5" />
        </LinkButton>
      ) : (
        <span />
      )}
    </nav>
  );
}
