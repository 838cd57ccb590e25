import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import type { Cohorts } from "#contract/analytics/panels.ts";
import { counted, formatCount, formatShare } from "#web/admin-kit/figures.tsx";
import { Loaded } from "#web/admin-kit/read-failure.tsx";
import { adminQuery } from "#web/admin-kit/table/list-query.ts";
import { formatMoney } from "#web/lib/money.ts";
import { CsvButton } from "./csv-button.tsx";

/** Buyers by the month of their first purchase, and how many of them come again, month by month. */
export function CohortsView() {
  const query = useQuery(adminQuery("GET /api/admin/analytics/cohorts"));
  return (
    <Loaded query={query} label="Buyers" className="h-96">
      {(data) => <CohortTable data={data} />}
    </Loaded>
  );
}

const monthFormat = new Intl.DateTimeFormat("en-US", { month: "short", year: "numeric", timeZone: "UTC" });
const monthName = (month: string) => monthFormat.format(Date.parse(`${month}-01`));

/** The more come again, the darker. The number says it too. */
const shades = ["", "bg-chart/10", "bg-chart/20", "bg-chart/30", "bg-chart/40"];
const shadeOf = (part: number, whole: number) => shades[Math.ceil((4 * part) / whole)];

function CohortTable({ data: { items, total, currency, timeZone } }: { data: Cohorts }) {
  const max = Math.max(0, ...items.flatMap(({ months }) => months.map(({ after }) => after)));
  const afters = Array.from({ length: max }, (_, index) => index + 1);
  if (items.length === 0) return <p className="py-12 text-center text-muted">Nobody has bought anything yet.</p>;
  const revenueOf = ({ months }: Cohorts["items"][number]) =>
    months.reduce((sum, { revenueCents }) => sum + revenueCents, 0);
  return (
    <section
      aria-labelledby="cohorts"
      className="grid grid-cols-[minmax(0,1fr)] gap-4 rounded-md border border-line bg-panel p-5"
    >
      <header className="flex flex-wrap items-start justify-between gap-3">
        <div>
          <h2 id="cohorts" className="font-semibold">
            Who buys again
          </h2>
          <p className="text-sm text-muted">
            {formatCount(total.returning)} of {counted(total.buyers, "buyer")} (
            {formatShare(total.returning, total.buyers)}) bought on two days or more. Each row is the buyers of one
            month, and how many of them bought again that many months later.
          </p>
        </div>
        <CsvButton
          name="repeat-buyers"
          head={["First purchase", "Months later", "Buyers", "Revenue"]}
          rows={items.flatMap(({ month, months }) =>
            months.map(({ after, buyers, revenueCents }) => [month, after, buyers, revenueCents / 100]),
          )}
        />
      </header>
      <div
        role="region"
        aria-label="Who buys again, by month"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a wide table must scroll by keyboard too
        tabIndex={0}
        className="overflow-x-auto"
      >
        <table className="w-full text-right text-sm tabular-nums">
          <thead>
            <tr className="border-b border-edge text-muted">
              <th scope="col" className="sticky left-0 bg-panel py-2 pr-3 text-left font-normal whitespace-nowrap">
                First purchase
              </th>
              {["Buyers", "Revenue", ...afters.map((after) => `+${after} mo`)].map((head) => (
                <th key={head} scope="col" className="px-3 py-2 font-normal whitespace-nowrap">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {items.map((cohort) => (
              <tr key={cohort.month} className="border-b border-line last:border-b-0">
                <th scope="row" className="sticky left-0 bg-panel py-2 pr-3 text-left font-normal whitespace-nowrap">
                  {monthName(cohort.month)}
                </th>
                <td className="px-3 py-2">{formatCount(cohort.buyers)}</td>
                <td className="px-3 py-2">{formatMoney(revenueOf(cohort), currency)}</td>
                {afters.map((after) => {
                  const again = cohort.months.find((month) => month.after === after);
                  return (
                    <td
                      key={after}
                      className={clsx("px-3 py-2 whitespace-nowrap", again && shadeOf(again.buyers, cohort.buyers))}
                    >
                      {again && formatCount(again.buyers)}
                      {again && again.buyers > 0 && (
                        <span className="text-muted"> · {formatShare(again.buyers, cohort.buyers)}</span>
                      )}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="text-sm text-muted">Months in the time zone {timeZone.replaceAll("_", " ")}. Comps don't count.</p>
    </section>
  );
}
