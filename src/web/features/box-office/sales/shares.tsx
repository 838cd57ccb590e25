import { counted, formatCount, formatShare } from "#web/features/admin/figures.tsx";
import { Meter } from "#web/features/admin/meter.tsx";
import { formatMoney } from "#web/lib/money.ts";
import { ChartFrame, type ChartState } from "#web/ui/chart/chart-frame.tsx";

export type ShareRow = { key: string; name: string; orders: number; tickets: number; cents: number };

export type SharesProps<Row extends ShareRow> = {
  title: string;
  frame: { state: ChartState; onRetry: () => void };
  emptyText?: string;
  currency: string;
  /** All tickets that the event sold; each row has a share of them. */
  whole: number;
  rows: Row[];
  /** More columns for the table. */
  extra: { head: string; of: (row: Row) => string }[];
};

/** Each part's share of the whole, as bars with their figures. The table below has all figures. */
export function Shares<Row extends ShareRow>({
  title,
  frame,
  emptyText,
  currency,
  whole,
  rows,
  extra,
}: SharesProps<Row>) {
  return (
    <ChartFrame
      title={title}
      {...frame}
      emptyText={emptyText ?? "No sales yet."}
      table={{
        head: ["Name", "Orders", "Tickets", "Revenue", ...extra.map(({ head }) => head)],
        rows: rows.map((row) => [
          row.name,
          formatCount(row.orders),
          formatCount(row.tickets),
          formatMoney(row.cents, currency),
          ...extra.map(({ of }) => of(row)),
        ]),
      }}
    >
      <ul className="grid gap-3.5">
        {rows.slice(0, 12).map((row) => (
          <li key={row.key} className="grid gap-1">
            <span className="flex items-baseline justify-between gap-4">
              <span className="min-w-0 font-semibold wrap-anywhere">{row.name}</span>
              <span className="shrink-0 text-sm tabular-nums">
                {formatMoney(row.cents, currency)}
                <span className="text-muted">
                  {" "}
                  · {counted(row.tickets, "ticket")}, {formatShare(row.tickets, whole)}
                </span>
              </span>
            </span>
            <Meter whole={whole} parts={[{ value: row.tickets, tone: "gold", label: "tickets" }]} />
          </li>
        ))}
      </ul>
      {rows.length > 12 && <p className="pt-3 text-sm text-muted">And {rows.length - 12} more in the table.</p>}
    </ChartFrame>
  );
}
