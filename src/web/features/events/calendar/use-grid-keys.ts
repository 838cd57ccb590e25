import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { addDays, addMonths, weekdayOf, weeksOf } from "../days.ts";

type Options = { month: string; today: string; addressOf: (month: string) => string };

/** The same day in another month, or that month's last day. */
function sameDayIn(month: string, day: string): string {
  const last = addDays(`${addMonths(month, 1)}-01`, -1);
  const wanted = `${month}-${day.slice(8)}`;
  return wanted > last ? last : wanted;
}

function targetOf(key: string, day: string): string | undefined {
  if (key === "ArrowLeft") return addDays(day, -1);
  if (key === "ArrowRight") return addDays(day, 1);
  if (key === "ArrowUp") return addDays(day, -7);
  if (key === "ArrowDown") return addDays(day, 7);
  if (key === "Home") return addDays(day, -weekdayOf(day));
  if (key === "End") return addDays(day, 6 - weekdayOf(day));
  if (key === "PageUp") return sameDayIn(addMonths(day.slice(0, 7), -1), day);
  if (key === "PageDown") return sameDayIn(addMonths(day.slice(0, 7), 1), day);
  return undefined;
}

/**
 * The keys of a calendar grid: arrows move by day and week, Home and End within the week, Page Up and Down by month. Enter
 * goes into a day, Escape back to it. Only one day is in the tab order; moving to a day of another month opens that month.
 */
export function useGridKeys({ month, today, addressOf }: Options) {
  const navigate = useNavigate();
  const grid = useRef<HTMLTableElement>(null);
  const wanted = useRef<string>(undefined);
  const [at, setAt] = useState<string>();
  const shown = at !== undefined && weeksOf(month).flat().includes(at) && at.startsWith(month) ? at : undefined;
  const active = shown ?? (today.startsWith(month) ? today : `${month}-01`);

  const cellOf = (day: string) => grid.current?.querySelector<HTMLElement>(`[data-day="${day}"]`);

  useEffect(() => {
    if (wanted.current === undefined || !wanted.current.startsWith(month)) return;
    cellOf(wanted.current)?.focus();
    wanted.current = undefined;
  });

  function onKeyDown(e: KeyboardEvent<HTMLTableElement>) {
    if (e.metaKey || e.ctrlKey || e.altKey) return;
    const cell = (e.target as HTMLElement).closest<HTMLElement>("[data-day]");
    const day = cell?.dataset.day;
    if (!cell || !day) return;
    if (e.key === "Enter" && e.target === cell) {
      const links = cell.querySelectorAll("a");
      e.preventDefault();
      if (links.length === 1) links[0]!.click();
      else links[0]?.focus();
      return;
    }
    if (e.key === "Escape") return void cell.focus();
    const target = targetOf(e.key, day);
    if (target === undefined) return;
    e.preventDefault();
    setAt(target);
    wanted.current = target;
    if (target.startsWith(month)) cellOf(target)?.focus();
    else void navigate(addressOf(target.slice(0, 7)), { preventScrollReset: true });
  }

  return { grid, active, onKeyDown };
}
