import { useInfiniteQuery } from "@tanstack/react-query";
import { failureText } from "#web/features/admin/failure-text.ts";
import { FilterSelect } from "#web/features/admin/table/filter-select.tsx";
import { useListAddress } from "#web/features/admin/table/use-list-address.ts";
import { Button } from "#web/ui/button.tsx";
import { Callout } from "#web/ui/callout.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { timelineQuery } from "./queries.ts";
import { momentKinds, momentLabel, TimelineRow } from "./timeline-row.tsx";

/** Everything that happened on an account, newest first, from every part of the site. */
export function PersonTimeline({ id }: { id: number }) {
  const address = useListAddress();
  const kind = /^[a-z]{1,40}$/.exec(address.search.get("kind") ?? "")?.[0];
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery(
    timelineQuery(id, kind),
  );
  const kinds = new Set([...Object.keys(momentKinds), ...(data?.pages[0]?.kinds ?? [])]);
  const moments = data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <section aria-label="Timeline" className="overflow-clip rounded-md border border-line bg-panel">
      <div className="flex border-b border-line bg-raised/60 p-3">
        <FilterSelect
          label="Show"
          any="Everything"
          value={kind}
          choices={[...kinds].map((value) => ({ value, label: momentLabel(value).label }))}
          onChange={(value) => address.change({ kind: value })}
        />
      </div>
      {error && !data && (
        <div className="p-4">
          <Callout tone="bad" title="We couldn't load the timeline">
            <p>{failureText(error)}</p>
            <Button variant="outline" size="sm" className="mt-3" onClick={() => void refetch()}>
              Try again
            </Button>
          </Callout>
        </div>
      )}
      {!data && !error && <Skeleton className="m-4 h-40" />}
      {data && moments.length === 0 && (
        <p className="px-4 py-10 text-center text-sm text-muted">No activity to show.</p>
      )}
      <ol>
        {moments.map((moment) => (
          <TimelineRow key={moment.key} moment={moment} />
        ))}
      </ol>
      {hasNextPage && (
        <div className="border-t border-line p-3 text-center">
          <Button variant="quiet" size="sm" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show older
          </Button>
        </div>
      )}
    </section>
  );
}
