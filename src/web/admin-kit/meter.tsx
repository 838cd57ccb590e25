import { clsx } from "clsx";
import { formatCount, formatShare } from "./figures.tsx";

export type MeterPart = { value: number; tone: "gold" | "sea" | "soft" | "faint"; label: string };

const tones = { gold: "fill-chart", sea: "fill-sea", soft: "fill-edge", faint: "fill-line" };
const dots = { gold: "bg-chart", sea: "bg-sea", soft: "bg-edge", faint: "bg-line" };

/** Parts of a whole as one bar. The text beside it says the same, so screen readers skip it. */
export function Meter({ parts, whole, className }: { parts: MeterPart[]; whole: number; className?: string }) {
  const share = (value: number) => (whole > 0 ? (100 * value) / whole : 0);
  const before = (index: number) => parts.slice(0, index).reduce((sum, part) => sum + share(part.value), 0);
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 100 8"
      preserveAspectRatio="none"
      className={clsx("h-2 w-full rounded-sm bg-ink/10", className)}
    >
      {parts.map((part, index) => (
        <rect
          key={part.label}
          x={before(index)}
          y="0"
          width={share(part.value)}
          height="8"
          className={tones[part.tone]}
        />
      ))}
    </svg>
  );
}

/** The color of a part, beside its name. */
export const MeterDot = ({ tone }: Pick<MeterPart, "tone">) => (
  <span aria-hidden="true" className={clsx("size-2.5 shrink-0 rounded-sm", dots[tone])} />
);

/** What the meters' colors mean. */
export function MeterKey({ parts }: { parts: Omit<MeterPart, "value">[] }) {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted">
      {parts.map(({ tone, label }) => (
        <li key={label} className="flex items-center gap-2">
          <MeterDot tone={tone} />
          {label}
        </li>
      ))}
    </ul>
  );
}

export type CountMeterProps = {
  count: number;
  held: number;
  limit: number | null;
  /** What is counted, where no column header says it. */
  unit?: string;
  /** Shows the share of the limit instead of what is on hold. */
  showsShare?: boolean;
};

/** How much of a limit is used; without a limit, only the number. */
export function CountMeter({ count, held, limit, unit, showsShare = false }: CountMeterProps) {
  return (
    <span className="grid gap-1.5">
      <span className="flex flex-wrap justify-between gap-x-3 tabular-nums">
        <span className="text-ink">
          {formatCount(count)}{" "}
          <span className="text-muted">
            {limit !== null && `of ${formatCount(limit)} `}
            {unit && <span className="md:hidden">{unit}</span>}
          </span>
        </span>
        {showsShare && limit !== null && <span className="text-muted">{formatShare(count, limit)}</span>}
        {!showsShare && held > 0 && <span className="text-muted">{formatCount(held)} on hold</span>}
      </span>
      {limit !== null && <SoldMeter capacity={limit} sold={count} held={held} />}
    </span>
  );
}

type SoldMeterProps = { capacity: number; sold: number; held: number; comps?: number; withheld?: number };

/** How much of a capacity is sold, issued for free, on hold, and not back on sale. */
export const SoldMeter = ({ capacity, sold, held, comps = 0, withheld = 0 }: SoldMeterProps) => (
  <Meter
    whole={capacity}
    parts={[
      { value: sold, tone: "gold", label: "Sold" },
      { value: comps, tone: "sea", label: "Comps" },
      { value: held, tone: "soft", label: "On hold" },
      { value: withheld, tone: "faint", label: "Not back on sale" },
    ]}
  />
);

/** What a SoldMeter's colors mean. */
export const SoldKey = ({ sold }: { sold: string }) => (
  <MeterKey
    parts={[
      { tone: "gold", label: sold },
      { tone: "soft", label: "On hold in open orders or for comps" },
    ]}
  />
);
