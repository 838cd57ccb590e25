import { clsx } from "clsx";
import type { ReactNode } from "react";
import { Link } from "#web/lib/router.ts";

export type Figure = {
  label: string;
  value: ReactNode;
  note?: ReactNode;
  tone?: "bad";
  /** Where its rows are. */
  to?: string;
};

/** A few figures in a row, each with its label. */
export function Figures({ items }: { items: Figure[] }) {
  return (
    <dl className="flex flex-wrap gap-px overflow-hidden rounded-md border border-line bg-line">
      {items.map(({ label, value, note, tone, to }) => (
        <div
          key={label}
          className="@container grid min-w-0 grow basis-[min(100%,max(7.5rem,40%))] content-start gap-0.5 bg-panel px-4 py-3 sm:basis-30"
        >
          <dt className="text-sm text-muted">{label}</dt>
          <dd
            className={clsx(
              // A long amount gets smaller type in a narrow box instead of breaking.
              "font-display text-[clamp(1.25rem,18cqi,1.875rem)] leading-tight font-bold whitespace-nowrap tabular-nums",
              tone === "bad" && "text-hibiscus",
            )}
          >
            {to ? (
              <Link to={to} className="underline decoration-edge underline-offset-4 hover:decoration-current">
                {value}
              </Link>
            ) : (
              value
            )}
          </dd>
          {note && <dd className="text-sm text-muted">{note}</dd>}
        </div>
      ))}
    </dl>
  );
}

const count = new Intl.NumberFormat("en-US");
/** "12,480". */
export const formatCount = (value: number) => count.format(value);

/** "1 ticket", "12,480 tickets". @param many the plural, if it isn't the noun with an s */
export const counted = (value: number, noun: string, many = `${noun}s`) =>
  `${formatCount(value)} ${value === 1 ? noun : many}`;

/** "67%". Zero of zero is 0%, and only the whole is 100%. */
export function formatShare(part: number, whole: number): string {
  if (whole <= 0 || part <= 0) return "0%";
  return `${part >= whole ? 100 : Math.min(99, Math.max(1, Math.round((100 * part) / whole)))}%`;
}
