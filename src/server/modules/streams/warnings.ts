import type { StreamStatus, StreamWarning } from "#contract/streams/streams.ts";

/** What decides about the warnings of a stream. Seconds are those that have passed, by the database's clock. */
export interface EncoderDetails {
  status: StreamStatus;
  /** Null before the first segment. */
  secondsSinceSegment: number | null;
  /** The encoder said that it has ended. */
  hasEnded: boolean;
  /** Another encoder sends with the same key right now. */
  hasRival: boolean;
  /** How long the oldest segment that is still arriving has been; null if none is. */
  receivingSeconds: number | null;
  /** The longest of the last segments; null before the first. */
  longestSeconds: number | null;
  /** What was recorded lately. */
  recorded: { kind: "skipped_long" | "skipped_empty" | "refused_file"; detail: string }[];
}

/** Viewers of longer segments are too far behind. */
const longestGood = 4.5;
/** A segment that arrives for longer has no keyframe at which it could end. */
const noEndAfter = 12;

/** Seconds without a new segment after which the studio says so: before players run out of video. */
const lateAfter = (longestSeconds: number | null): number => Math.max(4, 2 * (longestSeconds ?? 2));

const warning = (kind: StreamWarning["kind"], seconds: number | null = null, detail: string | null = null) => ({
  kind,
  seconds: seconds === null ? null : Math.round(seconds),
  detail,
});

/** What a host has to know about the encoder, the most urgent first. */
export function warningsOf(details: EncoderDetails): StreamWarning[] {
  const { status, secondsSinceSegment, receivingSeconds, longestSeconds, recorded } = details;
  if (status === "ended" || status === "replay") return [];
  const found: StreamWarning[] = [];
  if (details.hasRival) found.push(warning("second_encoder"));
  const isOn = status === "live" || status === "stalled";
  const isSilent = secondsSinceSegment === null || secondsSinceSegment >= noEndAfter;
  if (receivingSeconds !== null && receivingSeconds >= noEndAfter && isSilent) {
    found.push(warning("no_end", receivingSeconds));
  } else if (isOn && !details.hasEnded && (secondsSinceSegment ?? 0) >= lateAfter(longestSeconds)) {
    found.push(warning("late", secondsSinceSegment));
  }
  const refused = recorded.find(({ kind }) => kind === "refused_file");
  if (refused) found.push(warning("refused_file", null, refused.detail));
  const long = recorded.find(({ kind }) => kind === "skipped_long");
  if (long) found.push(warning("skipped_long", Number(long.detail)));
  else if ((longestSeconds ?? 0) > longestGood) found.push(warning("long_segments", longestSeconds));
  if (recorded.some(({ kind }) => kind === "skipped_empty")) found.push(warning("skipped_empty", 0));
  return found;
}
