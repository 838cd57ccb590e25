import type { StreamSourceKind, StreamStatus } from "#contract/streams/streams.ts";

/** How a stream moves from one status to the next, in seconds. */
export const patience = {
  /** Without a new segment for so many segment lengths, a stream is stalled. */
  stallSegments: 3,
  /** And never sooner than this. */
  leastStall: 6,
  /** An encoder that said that it has ended may come back for so long. */
  encoderEnded: 60,
  /** One that was cut off may come back for so long. */
  cutOff: 30 * 60,
  /** A test push that stopped is forgotten after so long. */
  testPush: 60,
  /** A stream that never got video ends so long after its start. */
  noShow: 6 * 60 * 60,
  /** No stream is longer. */
  longest: 12 * 60 * 60,
  /** A host can test a push so long before the start. */
  testBefore: 24 * 60 * 60,
} as const;

/** What decides about a stream's status. Seconds are those that have passed, by the database's clock. */
export interface StreamProgress {
  status: StreamStatus;
  source: StreamSourceKind;
  isPublished: boolean;
  /** Its start has come, or the host pressed Go live. */
  isDue: boolean;
  secondsSinceDue: number;
  secondsSinceStarted: number | null;
  secondsSinceSegment: number | null;
  secondsSinceEncoderEnded: number | null;
  segmentSeconds: number;
}

/** Seconds without a new segment after which a stream counts as stalled. */
const stallAfter = ({ segmentSeconds }: Pick<StreamProgress, "segmentSeconds">): number =>
  Math.max(patience.leastStall, segmentSeconds * patience.stallSegments);

/** True while video arrives; of an external source we can't know, so it counts as there. */
function hasVideo(progress: StreamProgress): boolean {
  if (progress.source !== "push") return true;
  return progress.secondsSinceSegment !== null && progress.secondsSinceSegment < stallAfter(progress);
}

const isAtLeast = (seconds: number | null, limit: number) => seconds !== null && seconds >= limit;

/** The status that follows from a stream's progress. A host's End and replays are actions of their own. */
export function nextStatus(progress: StreamProgress): StreamStatus {
  const { status, source, isPublished, isDue } = progress;
  if (status === "ended" || status === "replay") return status;
  if (status === "scheduled" || status === "starting") return beforeTheShow(progress, isPublished && isDue);
  if (isAtLeast(progress.secondsSinceStarted, patience.longest)) return "ended";
  if (source !== "push" || hasVideo(progress)) return "live";
  const isOver =
    isAtLeast(progress.secondsSinceEncoderEnded, patience.encoderEnded) ||
    isAtLeast(progress.secondsSinceSegment, patience.cutOff);
  return isOver ? "ended" : "stalled";
}

function beforeTheShow(progress: StreamProgress, opens: boolean): StreamStatus {
  if (opens && hasVideo(progress)) return "live";
  if (opens) return progress.secondsSinceDue >= patience.noShow ? "ended" : "starting";
  const isTested = progress.source === "push" && progress.secondsSinceSegment !== null;
  return isTested && progress.secondsSinceSegment! < patience.testPush ? "starting" : "scheduled";
}

/** An HLS address as it is stored: https with a playlist's name and no password; undefined for every other. */
export function readHlsAddress(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const isPlain = url.protocol === "https:" && url.username === "" && url.password === "" && url.hash === "";
  return isPlain && url.pathname.endsWith(".m3u8") ? url.href : undefined;
}
