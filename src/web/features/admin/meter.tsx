import { clsx } from "clsx";

export type MeterPart = { value: number; tone: "gold" | "sea" | "soft"; label: string };

const tones = { gold: "fill-chart", sea: "fill-sea", soft: "fill-edge" };
const dots = { gold: "bg-chart", sea: "bg-sea", soft: "bg-edge" };

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

/** What the meters' colors mean. */
export function MeterKey({ parts }: { parts: Omit<MeterPart, "value">[] }) {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted">
      {parts.map(({ tone, label }) => (
        <li key={label} className="flex items-center gap-2">
          <span aria-hidden="true" className={clsx("size-2.5 rounded-sm", dots[tone])} />
          {label}
        </li>
      ))}
    </ul>
  );
}
