/** Names of devices as the screen shows them. */
export const devices: Record<string, string> = { mobile: "Phone", tablet: "Tablet", desktop: "Desktop" };

export const browsers = ["Firefox", "Opera", "Internet Explorer", "Edge", "Chrome", "Safari", "Unknown"];

/** "1 min 24 s" of seconds. */
export const formatDuration = (seconds: number) =>
  seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;

/** "38.2%", and a dash where there is nothing to divide. */
export const formatPercent = (percent: number | null) => (percent === null ? "–" : `${percent}%`);

/** "+12%", "−3%", and nothing where there was nothing before. */
export function formatChange(now: number, before: number): string | undefined {
  if (before <= 0) return undefined;
  const percent = Math.round((100 * (now - before)) / before);
  return percent === 0 ? "0%" : `${percent > 0 ? "+" : "−"}${Math.abs(percent).toLocaleString("en-US")}%`;
}
