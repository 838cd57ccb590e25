const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** Beyond this, a date reads better than a countdown. */
const farMs = 48 * hourMs;

/** "3 hr 20 min", "12 min", "less than a minute"; undefined if it has passed or is far away. */
export function countDown(until: string, now: number): string | undefined {
  const left = Date.parse(until) - now;
  if (left <= 0 || left > farMs) return undefined;
  if (left < minuteMs) return "less than a minute";
  const [hours, minutes] = [Math.floor(left / hourMs), Math.floor((left % hourMs) / minuteMs)];
  if (hours === 0) return `${minutes} min`;
  return minutes === 0 || hours >= 10 ? `${hours} hr` : `${hours} hr ${minutes} min`;
}
