import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { X } from "lucide-react";
import { useId, useState } from "react";
import { Link } from "#web/lib/router.ts";
import type { Breakdown, BreakdownBy } from "#contract/analytics/panels.ts";
import { Meter } from "#web/admin-kit/meter.tsx";
import { Loaded } from "#web/admin-kit/read-failure.tsx";
import { ExportLink } from "#web/admin-kit/table/table-toolbar.tsx";
import { breakdowns, canFilter, columnOf, rowName, type Row } from "./breakdowns.ts";
import { panelPath, panelQuery, type Scope } from "./scope.ts";

/** The rows of a small panel; the full table has all. */
const fewRows = 8;

type PanelProps = { scope: Scope; kinds: BreakdownBy[] };

/** What a period consists of, by one of a few properties. A row filters everything; the full table is a link away. */
export function BreakdownPanel({ scope, kinds }: PanelProps) {
  const [by, setBy] = useState(kinds[0]!);
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid min-w-0 content-start rounded-md border border-line bg-panel">
      <header className="border-b border-line px-2 py-1.5">
        <h2 id={id} className="sr-only">
          {breakdowns[by].title}
        </h2>
        <div role="group" aria-label="Show by" className="flex flex-wrap">
          {kinds.map((kind) => (
            <button
              key={kind}
              type="button"
              aria-pressed={kind === by}
              onClick={() => setBy(kind)}
              className={clsx(
                "min-h-10 rounded-sm px-2.5 text-sm font-semibold transition-colors hover:text-ink",
                kind === by ? "bg-ink/8 text-ink" : "text-muted",
              )}
            >
              {breakdowns[kind].title}
            </button>
          ))}
        </div>
      </header>
      <BreakdownRows scope={scope} by={by} />
      <Link
        to={scope.address.addressWith({ view: "details", by })}
        className="flex min-h-11 items-center border-t border-line px-4 text-sm text-muted underline-offset-3 hover:text-ink hover:underline print:hidden"
      >
        All {breakdowns[by].title.toLowerCase()} and figures
      </Link>
    </section>
  );
}

/** The full table of one breakdown: every column, up to 200 rows, and the file. */
export function BreakdownDetails({ scope }: { scope: Scope }) {
  const kinds = Object.keys(breakdowns) as BreakdownBy[];
  const by = scope.address.choice("by", kinds) ?? kinds[0]!;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div role="group" aria-label="Show by" className="flex flex-wrap print:hidden">
          {kinds.map((kind) => (
            <Link
              key={kind}
              to={scope.address.addressWith({ by: kind })}
              preventScrollReset
              aria-current={kind === by ? "true" : undefined}
              className={clsx(
                "flex min-h-10 items-center rounded-sm px-2.5 text-sm font-semibold transition-colors hover:text-ink",
                kind === by ? "bg-ink/8 text-ink" : "text-muted",
              )}
            >
              {breakdowns[kind].title}
            </Link>
          ))}
        </div>
        <span className="print:hidden">
          <ExportLink isPlain to={panelPath("GET /api/admin/analytics/breakdown.csv", { ...scope.query, by })} />
        </span>
      </div>
      <div className="rounded-md border border-line bg-panel">
        <BreakdownRows scope={scope} by={by} isFull />
      </div>
    </div>
  );
}

function BreakdownRows({ scope, by, isFull = false }: { scope: Scope; by: BreakdownBy; isFull?: boolean }) {
  const query = useQuery(panelQuery("GET /api/admin/analytics/breakdown", { ...scope.query, by }));
  return (
    <div
      aria-busy={query.isPlaceholderData}
      className={clsx("grid grid-cols-[minmax(0,1fr)] transition-opacity", query.isPlaceholderData && "opacity-50")}
    >
      <Loaded query={query} title={`${breakdowns[by].title} didn't load`} className="m-4 h-72">
        {(data) => <RowsTable scope={scope} data={data} isFull={isFull} />}
      </Loaded>
    </div>
  );
}

type TableProps = { scope: Scope; data: Breakdown; isFull: boolean };

function RowsTable({ scope, data, isFull }: TableProps) {
  const { by, currency } = data;
  const kind = breakdowns[by];
  const names = (isFull ? kind.full : kind.brief).filter(
    (name) => data.before !== null || !(name === "before" || name === "change"),
  );
  // A phone has room for the first and the last figure; the full table has all.
  const isBetween = (place: number) => !isFull && place > 0 && place < names.length - 1;
  const rows = isFull ? data.rows : data.rows.slice(0, fewRows);
  const whole = Math.max(1, ...data.rows.map(kind.size));
  const ignored = Object.keys(scope.filters).filter((name) => !data.filteredBy.includes(name));
  const title = `${kind.title}, with ${names.map((name) => columnOf(name).head.toLowerCase()).join(", ")}`;
  return (
    <>
      {ignored.length > 0 && (
        <p className="border-b border-line px-4 py-2 text-sm text-muted">
          {kind.title} aren't narrowed down by the page, event, product or stream.
        </p>
      )}
      {rows.length === 0 ? (
        <p className="grid min-h-40 place-items-center px-4 py-8 text-center text-sm text-muted">
          Nothing in this period yet.
        </p>
      ) : (
        <div
          role="region"
          aria-label={title}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a wide table must scroll by keyboard too
          tabIndex={0}
          className="overflow-x-auto focus-visible:outline-offset-[-3px]"
        >
          <table className="w-full text-left text-sm">
            <thead>
              <tr className="border-b border-line text-muted">
                <th scope="col" className={clsx("px-4 py-2 font-normal", isFull && "sticky left-0 bg-panel")}>
                  {kind.one}
                </th>
                {names.map((name, place) => (
                  <th
                    key={name}
                    scope="col"
                    className={clsx(
                      "px-2 py-2 text-right font-normal whitespace-nowrap last:pr-4",
                      isBetween(place) && "max-sm:hidden",
                    )}
                  >
                    {columnOf(name).head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.key} className="border-b border-line last:border-b-0">
                  <th
                    scope="row"
                    className={clsx(
                      "min-w-32 px-4 pt-0.5 pb-2 font-normal",
                      isFull ? "sticky left-0 bg-panel" : "w-full max-w-0",
                    )}
                  >
                    <RowName scope={scope} by={by} row={row} />
                    <Meter
                      whole={whole}
                      parts={[{ value: kind.size(row), tone: "gold", label: kind.title }]}
                      className="h-1!"
                    />
                  </th>
                  {names.map((name, place) => (
                    <td
                      key={name}
                      className={clsx(
                        "px-2 py-1 text-right whitespace-nowrap tabular-nums last:pr-4",
                        isBetween(place) && "max-sm:hidden",
                      )}
                    >
                      {columnOf(name).show(row, currency)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}

/** A row's name: a link that filters everything by it, or removes that filter. */
function RowName({ scope, by, row }: { scope: Scope; by: BreakdownBy; row: Row }) {
  const name = rowName(by, row);
  const { filter } = breakdowns[by];
  if (filter === undefined || !canFilter(by, row.key)) return <span className="flex min-h-9 items-center">{name}</span>;
  const isOn = scope.filters[filter] === row.key;
  return (
    <Link
      to={scope.toggled(filter, row.key)}
      preventScrollReset
      title={name}
      aria-current={isOn ? "true" : undefined}
      className={clsx("flex min-h-9 items-center gap-1.5 underline-offset-3 hover:underline", isOn && "font-semibold")}
    >
      <span className="sr-only">{isOn ? "Remove filter: " : "Filter by "}</span>
      <span className="truncate">{name}</span>
      {isOn && <X aria-hidden="true" className="size-4 shrink-0" />}
    </Link>
  );
}
