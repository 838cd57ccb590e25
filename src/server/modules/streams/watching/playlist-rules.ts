/** A segment of ours, in order. */
export interface ShownSegment {
  id: string;
  /** The ending of its file. */
  path: string;
  sequence: number;
  durationMs: number;
  discontinuity: number;
  mapId: string | null;
  mapPath: string | null;
  beginsAt: Date;
}

/** A media playlist to be written. */
interface ShownPlaylist {
  streamId: number;
  segments: ShownSegment[];
  segmentSeconds: number;
  /** A recording: players start at its beginning. */
  isReplay: boolean;
  isEnded: boolean;
}

/** How much of a live stream players can rewind, in milliseconds. */
const windowMs = 180_000;

/** The end of a list of segments that fits into the live window. */
export function inWindow(segments: ShownSegment[]): ShownSegment[] {
  let left = windowMs;
  let first = segments.length;
  while (first > 0 && left > 0) left -= segments[--first]!.durationMs;
  return segments.slice(first);
}

const ending = (path: string) => path.slice(path.lastIndexOf("."));

/** Whatever a viewer's token is written into. */
const place = "\u0000";

/**
 * Writes a media playlist, cut where each viewer's token goes: `parts.join(token)` is the playlist of one viewer.
 */
export function writeMedia({ streamId, segments, segmentSeconds, isReplay, isEnded }: ShownPlaylist): string[] {
  const address = (id: string, path: string) => `/hls/${streamId}/${id}${ending(path)}?t=${place}`;
  const [first] = segments;
  const lines = [
    "#EXTM3U",
    "#EXT-X-VERSION:7",
    "#EXT-X-INDEPENDENT-SEGMENTS",
    `#EXT-X-TARGETDURATION:${segmentSeconds}`,
    `#EXT-X-MEDIA-SEQUENCE:${first?.sequence ?? 0}`,
    `#EXT-X-DISCONTINUITY-SEQUENCE:${first?.discontinuity ?? 0}`,
    ...(isReplay ? ["#EXT-X-PLAYLIST-TYPE:VOD"] : []),
  ];
  let former: ShownSegment | undefined;
  for (const segment of segments) {
    const { id, path, durationMs, discontinuity, mapId, mapPath, beginsAt } = segment;
    const isCut = former !== undefined && former.discontinuity !== discontinuity;
    if (isCut) lines.push("#EXT-X-DISCONTINUITY");
    if (mapId !== null && mapPath !== null && mapId !== former?.mapId) {
      lines.push(`#EXT-X-MAP:URI="${address(mapId, mapPath)}"`);
    }
    if (isCut || former === undefined) lines.push(`#EXT-X-PROGRAM-DATE-TIME:${beginsAt.toISOString()}`);
    lines.push(`#EXTINF:${(durationMs / 1000).toFixed(3)},`, address(id, path));
    former = segment;
  }
  if (isEnded || isReplay) lines.push("#EXT-X-ENDLIST");
  return `${lines.join("\n")}\n`.split(place);
}

/** A rendition to choose from. */
export interface ShownRendition {
  id: number;
  attributes: Record<string, string>;
  bitsPerSecond: number | null;
}

const streamAttributes = ["RESOLUTION", "FRAME-RATE", "CODECS", "AUDIO", "SUBTITLES"];
const mediaAttributes = ["TYPE", "GROUP-ID", "NAME", "LANGUAGE", "DEFAULT", "AUTOSELECT"];
/** What a rendition is said to need when neither its host nor its segments tell. */
const usualBits = 3_000_000;

/** Writes the master playlist: the host's renditions, by our own addresses. */
export function writeMaster(streamId: number, renditions: ShownRendition[]): string {
  const lines = ["#EXTM3U", "#EXT-X-VERSION:7", "#EXT-X-INDEPENDENT-SEGMENTS"];
  const listed = (names: string[], attributes: Record<string, string>) =>
    names.flatMap((name) => (attributes[name] === undefined ? [] : [`${name}=${attributes[name]}`]));
  for (const { id, attributes, bitsPerSecond } of renditions) {
    const uri = `/hls/${streamId}/${id}.m3u8`;
    if (attributes.TYPE !== undefined) {
      lines.push(`#EXT-X-MEDIA:${[...listed(mediaAttributes, attributes), `URI="${uri}"`].join(",")}`);
      continue;
    }
    const bandwidth = attributes.BANDWIDTH ?? bitsPerSecond ?? usualBits;
    lines.push(
      `#EXT-X-STREAM-INF:${[`BANDWIDTH=${bandwidth}`, ...listed(streamAttributes, attributes)].join(",")}`,
      uri,
    );
  }
  return `${lines.join("\n")}\n`;
}
