import { scaleBand, scaleLinear } from "d3-scale";
import { formatCalendarDay, addDays } from "#web/lib/dates.ts";

/** All days from the first to the last. */
export function daysBetween(first: string, last: string): string[] {
  const days = [first];
  while (days.at(-1)! < last) days.push(addDays(days.at(-1)!, 1));
  return days;
}

/** Consecutive days across the chart, in percent of its width. Each day has a slot of the same width. */
export const dayScale = (days: string[]) => scaleBand(days, [0, 100]).paddingInner(0.24).paddingOuter(0.12);

/**
 * Values from the bottom up, in percent of the height from the top. Its top is a round number: at least 4, or $4. Its
 * bottom is zero, or below it if there are such values.
 */
export const valueScale = (values: number[], currency?: string) =>
  scaleLinear([Math.min(0, ...values), Math.max(currency ? 400 : 4, ...values)], [100, 0]).nice(4);

/** A position as an SVG attribute, with as many digits as a screen can show. */
export const percent = (value: number) => `${Number(value.toFixed(2))}%`;

/** Formats values on the axis: "1.5K", and "$1.5K" for cents of a currency. */
export function axisFormat(currency?: string): (value: number) => string {
  const { format } = new Intl.NumberFormat("en-US", {
    notation: "compact",
    minimumFractionDigits: 0,
    maximumFractionDigits: 1,
    ...(currency ? { style: "currency", currency } : {}),
  });
  return (value) => format(currency ? value / 100 : value);
}

/** Names the days of a chart and of its table: "Fri, Nov 20", with the year if they span more than one. */
export function dayNames(days: string[]): (day: string) => string {
  const isOneYear = days.every((day) => day.slice(0, 4) === days[0]!.slice(0, 4));
  return (day) => formatCalendarDay(day) + (isOneYear ? "" : `, ${day.slice(0, 4)}`);
}

/** Names the hours of a chart: "Fri, Nov 20, 3 PM". @param hours the starts of hours */
export const hourNames = (timeZone: string) => {
  const format = new Intl.DateTimeFormat("en-US", {
    weekday: "short",
    month: "short",
    day: "numeric",
    hour: "numeric",
    timeZone,
  });
  return (hour: string) => format.format(Date.parse(hour));
};

/** The hours that get a label: every third, sixth or twelfth. @param max the number of labels that fit */
export function hourTicks(hours: string[], max: number, timeZone: string): { day: string; label: string }[] {
  const format = new Intl.DateTimeFormat("en-US", { hour: "numeric", timeZone });
  const step = [2, 3, 6, 12].find((each) => hours.length / each <= max) ?? 24;
  return hours
    .filter((_hour, index) => index % step === 0)
    .map((hour) => ({ day: hour, label: format.format(Date.parse(hour)) }));
}

const monthDay = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", timeZone: "UTC" });
const month = new Intl.DateTimeFormat("en-US", { month: "short", timeZone: "UTC" });
const monthYear = new Intl.DateTimeFormat("en-US", { month: "short", year: "numeric", timeZone: "UTC" });

/**
 * The days that get a label: every day, every second, weekly or every other week. If that's too many, the first days of
 * months, then of quarters.
 *
 * @param max the number of labels that fit
 */
export function dayTicks(days: string[], max: number): { day: string; label: string }[] {
  const step = [1, 2, 7, 14].find((each) => days.length / each <= max);
  if (step !== undefined)
    return days
      .filter((_day, index) => index % step === 0)
      .map((day) => ({ day, label: monthDay.format(Date.parse(day)) }));
  const starts = days.filter((day) => day.endsWith("-01"));
  const monthStep = [1, 3, 6].find((each) => starts.length / each <= max) ?? 12;
  return starts
    .filter((day) => (Number(day.slice(5, 7)) - 1) % monthStep === 0)
    .map((day) => ({ day, label: (day.slice(5, 7) === "01" ? monthYear : month).format(Date.parse(day)) }));
}
