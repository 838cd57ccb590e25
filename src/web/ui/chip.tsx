import { clsx } from "clsx";
import type { ReactNode } from "react";
import { Link } from "#web/lib/router.ts";

export const chipStyle =
  "flex min-h-11 items-center gap-2 rounded-sm border px-4 font-display text-lg leading-none font-bold tracking-[0.03em] whitespace-nowrap uppercase transition-colors";

type ChipProps = {
  to: string;
  on: boolean;
  count?: number;
  /** What is counted. */
  noun?: [one: string, many: string];
  className?: string | undefined;
  children: ReactNode;
};

/** One choice of a filter: a link, so it works before scripts load. */
export function Chip({ to, on, count, noun: [one, many] = ["event", "events"], className, children }: ChipProps) {
  return (
    <li className={clsx("relative shrink-0", className)}>
      <Link
        to={to}
        preventScrollReset
        aria-current={on ? "true" : undefined}
        className={clsx(chipStyle, on ? "border-gold bg-gold text-on-gold" : "border-line text-ink hover:border-ink")}
      >
        {children}
        {count !== undefined && (
          <>
            <span className="text-sm font-medium opacity-75">{count}</span>
            <span className="sr-only">{count === 1 ? one : many}</span>
          </>
        )}
      </Link>
    </li>
  );
}

/** Keeps the rest of a filter when its form is sent before scripts load. */
export const HiddenFields = ({ of }: { of: Record<string, string | number | undefined> }) =>
  Object.entries(of).map(([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />);
