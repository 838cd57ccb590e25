import { formatCount } from "#web/features/admin/figures.tsx";
import { Meter } from "#web/features/admin/meter.tsx";

export type UsedBarProps = {
  used: number;
  held: number;
  limit: number | null;
  /** What is counted, where no column header says it. */
  unit?: string;
};

/** How much of a limit is used; without a limit, only the number. */
export function UsedBar({ used, held, limit, unit }: UsedBarProps) {
  return (
    <span className="grid gap-1.5">
      <span className="flex justify-between gap-3 tabular-nums">
        <span className="text-ink">
          {formatCount(used)}{" "}
          <span className="text-muted">
            {limit !== null && `of ${formatCount(limit)} `}
            {unit && <span className="md:hidden">{unit}</span>}
          </span>
        </span>
        {held > 0 && <span className="text-muted">{formatCount(held)} on hold</span>}
      </span>
      {limit !== null && (
        <Meter
          whole={limit}
          parts={[
            { value: used, tone: "gold", label: "used" },
            { value: held, tone: "soft", label: "on hold" },
          ]}
        />
      )}
    </span>
  );
}
