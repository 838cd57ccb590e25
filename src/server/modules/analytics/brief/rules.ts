/** One number of the week, with last week's. */
export interface BriefNumber {
  label: string;
  value: number;
  before: number;
  isMoney: boolean;
  /** What changed most, such as a source or an event. */
  movers: { name: string; change: number }[];
}

/** Something that was counted in both weeks. */
export interface Counted {
  name: string;
  value: number;
  before: number;
}

const maxMovers = 2;

/** What moved a number: the largest changes in its own direction. */
export function moversOf(parts: Counted[]): BriefNumber["movers"] {
  const change = parts.reduce((sum, { value, before }) => sum + value - before, 0);
  return parts
    .map(({ name, value, before }) => ({ name, change: value - before }))
    .filter((part) => part.change !== 0 && Math.sign(part.change) === Math.sign(change))
    .toSorted((a, b) => Math.abs(b.change) - Math.abs(a.change) || (a.name < b.name ? -1 : 1))
    .slice(0, maxMovers);
}

/** The change against last week, as `up 12%`. */
export function changeOf({ value, before }: Pick<BriefNumber, "value" | "before">): string {
  if (value === before) return "the same as the week before";
  if (before === 0) return "none the week before";
  // Refunds of earlier sales can make a week's revenue negative: a percentage of that says nothing.
  if (before < 0) return `${value > before ? "more" : "less"} than the week before`;
  const percent = Math.round((Math.abs(value - before) / Math.abs(before)) * 100);
  return `${value > before ? "up" : "down"} ${percent}%`;
}

const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

/** A name that doesn't turn around the number beside it: one that is written from right to left gets Unicode's isolates. */
export const isolated = (name: string): string => (rightToLeft.test(name) ? `\u2068${name}\u2069` : name);
