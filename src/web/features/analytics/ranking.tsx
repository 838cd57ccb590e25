import type { ReactNode } from "react";
import { formatCount, formatShare } from "#web/features/admin/figures.tsx";
import { Meter } from "#web/features/admin/meter.tsx";

export type RankingRow = { key: string; name: ReactNode; views: number; sessions: number };

/** The most viewed items, each with a bar relative to the first. */
export function Ranking({
  title,
  rows,
  total,
  nothing,
}: {
  title: string;
  rows: RankingRow[];
  total: number;
  nothing: string;
}) {
  const most = Math.max(1, ...rows.map((row) => row.views));
  return (
    <section className="grid content-start gap-3 rounded-md border border-line bg-panel p-4 sm:p-5">
      <h2 className="flex justify-between gap-4 font-semibold">
        {title}
        <span className="text-sm font-normal text-muted">views</span>
      </h2>
      {rows.length === 0 && <p className="text-sm text-muted">{nothing}</p>}
      <ol className="grid gap-3 text-sm">
        {rows.map((row) => (
          <li key={row.key} className="grid gap-1">
            <div className="flex justify-between gap-4">
              <span className="min-w-0 truncate">{row.name}</span>
              <span className="shrink-0 tabular-nums">
                {formatCount(row.views)}{" "}
                <span className="inline-block w-10 text-right text-muted">{formatShare(row.views, total)}</span>
              </span>
            </div>
            <Meter whole={most} parts={[{ value: row.views, tone: "gold", label: "views" }]} className="h-1.5!" />
          </li>
        ))}
      </ol>
    </section>
  );
}
