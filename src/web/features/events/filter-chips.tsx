import { clsx } from "clsx";
import { type ReactNode, useEffect, useRef } from "react";
import { Link } from "react-router";

export type Choice = { value: string; count: number };

export type FilterChipsProps = {
  /** "City": names the row for everyone. */
  label: string;
  choices: Choice[];
  chosen: string | undefined;
  /** The address that shows one choice, or all of them. */
  addressOf: (value: string | undefined) => string;
};

/** One filter as a row of links with how many nights each would show; on a phone the row is swiped. */
export function FilterChips({ label, choices, chosen, addressOf }: FilterChipsProps) {
  const row = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const list = row.current;
    const chip = list?.querySelector<HTMLElement>("[aria-current]")?.parentElement;
    if (list && chip) list.scrollLeft = chip.offsetLeft - (list.clientWidth - chip.clientWidth) / 2;
  }, [chosen]);
  const isChosen = (value: string) => value.toLowerCase() === chosen?.toLowerCase();
  const gone = chosen && !choices.some(({ value }) => isChosen(value)) ? [{ value: chosen, count: 0 }] : [];
  if (choices.length + gone.length === 0) return null;

  return (
    <nav aria-label={`Filter by ${label.toLowerCase()}`} className="flex min-w-0 items-center gap-4">
      <span aria-hidden="true" className="eyebrow w-20 shrink-0 text-muted max-sm:hidden">
        {label}
      </span>
      <ul ref={row} className="relative -mx-5 flex min-w-0 gap-2 overflow-x-auto px-5 py-1 [scrollbar-width:none] sm:mx-0 sm:flex-wrap sm:px-1">
        <Chip to={addressOf(undefined)} on={!chosen}>
          {label === "City" ? "All cities" : "Every kind"}
        </Chip>
        {[...gone, ...choices].map(({ value, count }) => (
          <Chip key={value} to={addressOf(isChosen(value) ? undefined : value)} on={isChosen(value)}>
            {value} <span className="text-sm font-medium opacity-75">{count}</span>
            <span className="sr-only">{count === 1 ? "night" : "nights"}</span>
          </Chip>
        ))}
      </ul>
    </nav>
  );
}

function Chip({ to, on, children }: { to: string; on: boolean; children: ReactNode }) {
  return (
    <li className="relative shrink-0">
      <Link
        to={to}
        preventScrollReset
        aria-current={on ? "true" : undefined}
        className={clsx(
          "flex min-h-11 items-center gap-2 rounded-sm border px-4 font-display text-lg leading-none font-bold tracking-[0.03em] whitespace-nowrap uppercase transition-colors",
          on ? "border-gold bg-gold text-on-gold" : "border-line text-ink hover:border-ink",
        )}
      >
        {children}
      </Link>
    </li>
  );
}
