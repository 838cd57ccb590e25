import type { StreamSourceKind } from "#contract/streams/streams.ts";

export const sourceLabels: Record<StreamSourceKind, string> = {
  push: "Encoder",
  hls: "HLS address",
  embed: "YouTube or Twitch",
};

/** "2.4 Mbps". */
export const bitRateText = (bitsPerSecond: number | null): string =>
  bitsPerSecond === null ? "None" : `${(bitsPerSecond / 1_000_000).toFixed(1)} Mbps`;

/** How long ago the last segment came. */
export function signalText(seconds: number | null): string {
  if (seconds === null) return "No video yet";
  const whole = Math.floor(seconds);
  if (whole < 60) return `${whole} s ago`;
  return whole < 3600 ? `${Math.floor(whole / 60)} min ago` : "Over an hour ago";
}

/** "1 h 12 min". */
export function lengthText(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  if (minutes < 1) return `${Math.floor(seconds)} s`;
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
