const dayOf = (date: Date) => date.toISOString().slice(0, 10);

/** First and last day of the previous month in date-field format: the period that accountants ask for most. */
export function lastMonth(now: Date): { from: string; to: string } {
  const [year, month] = [now.getFullYear(), now.getMonth()];
  return { from: dayOf(new Date(Date.UTC(year, month - 1, 1))), to: dayOf(new Date(Date.UTC(year, month, 0))) };
}
