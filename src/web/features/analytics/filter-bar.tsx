import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { Link } from "#web/lib/router.ts";
import type { BreakdownBy } from "#contract/analytics/panels.ts";
import { FilterSelect } from "#web/admin-kit/table/table-toolbar.tsx";
import { breakdowns, rowName } from "./breakdowns.ts";
import { DatesPicker } from "./range-picker.tsx";
import { filterBy, filterNames, panelQuery, periods, type FilterName, type Scope } from "./scope.ts";

const comparisons = [
  { value: "previous", label: "vs. the period before" },
  { value: "year", label: "vs. a year earlier" },
  { value: "none", label: "No comparison" },
];

/** The period, what it's compared with, and the filters that are on. */
export function FilterBar({ scope }: { scope: Scope }) {
  const { address, period, today, compare, likelyBots } = scope;
  return (
    <div className="grid grid-cols-1 gap-3 print:hidden">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <DatesPicker
          range={period}
          today={today}
          choices={Object.entries(periods).map(([name, label]) => ({
            label,
            isOn: period.name === name,
            choose: () => address.change({ period: name === "28d" ? undefined : name, from: undefined, to: undefined }),
          }))}
          onRange={(from, to) => address.change({ period: undefined, from, to })}
        />
        <FilterSelect
          label="Compare"
          value={compare}
          choices={comparisons}
          onChange={(value) => address.change({ compare: value === "previous" ? undefined : value })}
        />
        <FilterSelect
          label="Likely bots"
          any="Without bots"
          value={likelyBots}
          choices={[{ value: "count", label: "With likely bots" }]}
          onChange={(value) => address.change({ likelyBots: value })}
        />
      </div>
      <FilterChips scope={scope} />
    </div>
  );
}

const kindOf = (name: FilterName) =>
  (Object.keys(breakdowns) as BreakdownBy[]).find((by) => breakdowns[by].filter === name)!;

/** The filters that are on, each with a button that removes it. */
function FilterChips({ scope }: { scope: Scope }) {
  const { address, filters } = scope;
  const on = filterNames.filter((name) => filters[name] !== undefined);
  if (on.length === 0) return null;
  const clear = Object.assign({}, ...on.map((name) => filterBy(name, undefined))) as Record<string, undefined>;
  return (
    <ul aria-label="Filters" className="flex flex-wrap items-center gap-2">
      {on.map((name) => (
        <li key={name} className="max-w-full">
          <Link
            to={address.addressWith(filterBy(name, undefined))}
            preventScrollReset
            className="flex min-h-10 max-w-[min(18rem,100%)] items-center gap-2 rounded-sm border border-gold bg-gold/12 px-3 text-sm hover:bg-gold/20"
          >
            <span className="sr-only">Remove filter: </span>
            <span className="truncate">
              {breakdowns[kindOf(name)].one}: <FilterValue scope={scope} name={name} />
            </span>
            <X aria-hidden="true" className="size-4 shrink-0" />
          </Link>
        </li>
      ))}
      {on.length > 1 && (
        <li>
          <Link
            to={address.addressWith(clear)}
            preventScrollReset
            className="flex min-h-10 items-center px-2 text-sm text-muted underline-offset-3 hover:text-ink hover:underline"
          >
            Clear all
          </Link>
        </li>
      )}
    </ul>
  );
}

function FilterValue({ scope, name }: { scope: Scope; name: FilterName }) {
  const by = kindOf(name);
  const key = scope.filters[name]!;
  // Only ids need a title, and its panel usually has it already.
  const { data } = useQuery({
    ...panelQuery("GET /api/admin/analytics/breakdown", { ...scope.query, by }),
    enabled: name.endsWith("Id"),
  });
  const row = data?.by === by ? data.rows.find((each) => each.key === key) : undefined;
  return <b className="font-semibold">{rowName(by, row ?? { key, title: null })}</b>;
}
