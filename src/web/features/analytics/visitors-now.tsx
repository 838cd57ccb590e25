import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { formatCount } from "#web/admin-kit/figures.tsx";
import { adminQuery } from "#web/admin-kit/table/list-query.ts";

const everyMs = 15_000;
/** The pages that are named. */
const maxPages = 5;

/** People on the site in the last five minutes, and where. It follows by itself; what doesn't load stays away. */
export function VisitorsNow() {
  const { data, isError } = useQuery(adminQuery("GET /api/admin/analytics/now", {}, everyMs));
  const people = data?.people ?? 0;
  return (
    <details className="group relative print:hidden">
      <summary className="flex min-h-10 w-fit cursor-pointer list-none items-center gap-2.5 rounded-sm border border-line bg-panel px-3 text-sm [&::-webkit-details-marker]:hidden">
        <span
          aria-hidden="true"
          className={clsx("size-2.5 rounded-full", people > 0 && !isError ? "bg-sea" : "border border-muted")}
        />
        <span>
          <b className="tabular-nums">{data ? formatCount(people) : "–"}</b> {people === 1 ? "person" : "people"} on the
          site now
        </span>
      </summary>
      <div className="absolute z-20 mt-1 w-80 max-w-[calc(100vw-2.5rem)] rounded-md border border-line bg-raised p-4 text-sm shadow-lg">
        <p className="mb-2 text-muted">
          {isError
            ? "We can't reach the site. The number may be old."
            : "In the last five minutes, without bots and staff."}
        </p>
        <ol className="grid gap-1.5">
          {data?.pages.slice(0, maxPages).map(({ path, people: count }) => (
            <li key={path} className="flex justify-between gap-4">
              <span className="min-w-0 truncate">{path}</span>
              <span className="tabular-nums">{formatCount(count)}</span>
            </li>
          ))}
        </ol>
      </div>
    </details>
  );
}
