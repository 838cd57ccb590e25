import { AppError } from "#server/platform/app-error.ts";

/** What an encoder may send. */
export const ingestLimits = {
  playlistBytes: 256 * 1024,
  segmentBytes: 32 * 1024 * 1024,
  entries: 5000,
  renditions: 8,
  leastSeconds: 0.02,
  maxSeconds: 20,
} as const;

/** One segment that a playlist names. */
export interface Entry {
  /** As its encoder counts. */
  hostSequence: number;
  path: string;
  durationMs: number;
  isDiscontinuous: boolean;
  /** The path of the file with its headers. */
  map: string | null;
}

/** A segment that players can't use: it is left out, and the host is told. */
interface SkippedEntry {
  hostSequence: number;
  seconds: number;
  why: "long" | "empty";
}

/** A media playlist: segments in order. */
export interface MediaPlaylist {
  kind: "media";
  entries: Entry[];
  skipped: SkippedEntry[];
  isEnded: boolean;
}

/** A rendition that a master playlist names, with what it says of it. */
export interface NamedRendition {
  path: string;
  attributes: Record<string, string>;
}

/** A master playlist: renditions to choose from. */
export interface MasterPlaylist {
  kind: "master";
  renditions: NamedRendition[];
}

const fileEndings = ["ts", "m4s", "mp4", "aac", "vtt"] as const;
/** What kind of file a segment is, by its ending. */
export type FileEnding = (typeof fileEndings)[number];

const plainPath =
  /^(?:[A-Za-z0-9_-]{1,40}\/)?[A-Za-z0-9_-](?:[A-Za-z0-9_-]|\.(?!\.)){0,79}\.(m3u8|ts|m4s|mp4|aac|vtt)$/;

/** The ending of a file's path as an encoder names it, in one folder at most; undefined for every other path. */
export const endingOf = (path: string): FileEnding | "m3u8" | undefined =>
  plainPath.exec(path)?.[1] as FileEnding | "m3u8" | undefined;

/** Some programs begin text files with it. */
const byteOrderMark = "\ufeff";

const refuse = (message: string) => new AppError("invalid_input", { message });

/** A name in a playlist, as a path beside it. */
function pathBeside(playlist: string, name: string, isRight: (ending: string) => boolean): string {
  const folder = playlist.includes("/") ? playlist.slice(0, playlist.indexOf("/") + 1) : "";
  const path = folder + name.replace(/^(?:\.\/)+/, "");
  const ending = endingOf(path);
  if (ending === undefined || !isRight(ending)) throw refuse("The playlist names a file that we don't take");
  return path;
}

const isSegment = (ending: string) => ending !== "m3u8";
const isPlaylist = (ending: string) => ending === "m3u8";
const number = (text: string) => {
  if (!/^\d{1,15}$/.test(text)) throw refuse("The playlist has a number that we can't read");
  return Number(text);
};

/** Attributes that our own master playlist may repeat, with the form that their values must have. */
const knownAttributes: Record<string, RegExp> = {
  BANDWIDTH: /^\d{1,10}$/,
  "AVERAGE-BANDWIDTH": /^\d{1,10}$/,
  RESOLUTION: /^\d{1,5}x\d{1,5}$/,
  "FRAME-RATE": /^\d{1,3}(?:\.\d{1,3})?$/,
  CODECS: /^"[\w.,-]{1,100}"$/,
  AUDIO: /^"[\w-]{1,40}"$/,
  SUBTITLES: /^"[\w-]{1,40}"$/,
  TYPE: /^(?:AUDIO|SUBTITLES)$/,
  "GROUP-ID": /^"[\w-]{1,40}"$/,
  NAME: /^"[\w .()-]{1,40}"$/,
  LANGUAGE: /^"[A-Za-z-]{2,20}"$/,
  DEFAULT: /^(?:YES|NO)$/,
  AUTOSELECT: /^(?:YES|NO)$/,
};

function attributesOf(text: string): Record<string, string> {
  const found = text.matchAll(/([A-Z0-9-]+)=("[^"]*"|[^,]*)/g);
  return Object.fromEntries(
    Array.from(found, ([, name, value]) => [name!, value!] as const).filter(([name, value]) =>
      knownAttributes[name]?.test(value),
    ),
  );
}

const uriOf = (text: string) => /URI="([^"]*)"/.exec(text)?.[1];

/**
 * Reads a playlist. Nothing of its text is passed on: what players get is written anew from what was read.
 *
 * @param path its own path, beside which its names are
 * @throws AppError `invalid_input` for anything else than a whole playlist of plain names
 */
export function readPlaylist(path: string, text: string): MediaPlaylist | MasterPlaylist {
  const whole = text.startsWith(byteOrderMark) ? text.slice(1) : text;
  const lines = whole.split(/\r?\n/).map((line) => line.trim());
  if (lines[0] !== "#EXTM3U") throw refuse("This isn't a playlist");
  const isMaster = lines.some((line) => line.startsWith("#EXT-X-STREAM-INF:"));
  return isMaster ? readMaster(path, lines) : readMedia(path, lines);
}

function readMaster(path: string, lines: string[]): MasterPlaylist {
  const renditions: NamedRendition[] = [];
  let attributes: Record<string, string> | undefined;
  for (const line of lines) {
    if (line.startsWith("#EXT-X-STREAM-INF:")) attributes = attributesOf(line);
    else if (line.startsWith("#EXT-X-MEDIA:") && uriOf(line) !== undefined) {
      renditions.push({ path: pathInside(uriOf(line)!), attributes: attributesOf(line) });
    } else if (line !== "" && !line.startsWith("#") && attributes !== undefined) {
      renditions.push({ path: pathInside(line), attributes });
      attributes = undefined;
    }
  }
  if (renditions.length === 0 || renditions.length > ingestLimits.renditions || path.includes("/")) {
    throw refuse(`A main playlist names up to ${ingestLimits.renditions} playlists and is in no folder`);
  }
  return { kind: "master", renditions };
}

const pathInside = (name: string) => pathBeside("", name, isPlaylist);

function readMedia(path: string, lines: string[]): MediaPlaylist {
  const entries: Entry[] = [];
  const skipped: SkippedEntry[] = [];
  const next = {
    sequence: 0,
    seconds: undefined as number | undefined,
    isDiscontinuous: false,
    map: null as string | null,
  };
  let isEnded = false;
  for (const line of lines) {
    const [tag = "", value = ""] = line.split(/:(.*)/s);
    if (line === "") continue;
    else if (!line.startsWith("#")) {
      const { sequence, seconds, isDiscontinuous, map } = next;
      if (seconds === undefined) throw refuse("The playlist has a segment without a duration");
      const named = pathBeside(path, line, isSegment);
      const hostSequence = sequence + entries.length + skipped.length;
      const durationMs = Math.round(seconds * 1000);
      if (seconds > ingestLimits.maxSeconds) skipped.push({ hostSequence, seconds, why: "long" });
      else if (seconds < ingestLimits.leastSeconds) skipped.push({ hostSequence, seconds, why: "empty" });
      else entries.push({ hostSequence, path: named, durationMs, isDiscontinuous, map });
      next.seconds = undefined;
      next.isDiscontinuous = false;
    } else if (tag === "#EXT-X-MEDIA-SEQUENCE") next.sequence = number(value);
    else if (tag === "#EXTINF") next.seconds = secondsOf(value);
    else if (tag === "#EXT-X-DISCONTINUITY") next.isDiscontinuous = true;
    else if (tag === "#EXT-X-MAP") next.map = pathBeside(path, uriOf(value) ?? "", isSegment);
    else if (tag === "#EXT-X-ENDLIST") isEnded = true;
    else if (tag === "#EXT-X-KEY" || tag === "#EXT-X-BYTERANGE") throw refuse(`We don't take ${tag} in a playlist`);
  }
  if (entries.length + skipped.length > ingestLimits.entries) throw refuse("The playlist is too long");
  if (!lines.some((line) => line.startsWith("#EXT-X-TARGETDURATION:"))) throw refuse("The playlist is cut off");
  return { kind: "media", entries, skipped, isEnded };
}

/** An encoder whose clock jumps writes any duration, also a negative one. */
function secondsOf(value: string): number {
  const seconds = /^(-?\d{1,15}(?:\.\d{1,15})?)(?:,|$)/.exec(value)?.[1];
  if (seconds === undefined) throw refuse("The playlist has a duration that we can't read");
  return Number(seconds);
}

/** True if bytes are what a file of this ending begins with. A page or a script under such a name is refused. */
export function isMedia(ending: FileEnding, bytes: Buffer): boolean {
  const boxName = bytes.toString("latin1", 4, 8);
  if (ending === "ts") return bytes.length >= 188 && bytes.length % 188 === 0 && isEachPacket(bytes);
  if (ending === "mp4" || ending === "m4s") return ["ftyp", "styp", "sidx", "moof", "prft"].includes(boxName);
  if (ending === "aac")
    return (bytes[0] === 0xff && (bytes[1]! & 0xf0) === 0xf0) || bytes.toString("latin1", 0, 3) === "ID3";
  return bytes.toString("utf8", 0, 9).replace(byteOrderMark, "").startsWith("WEBVTT");
}

function isEachPacket(bytes: Buffer): boolean {
  for (let at = 0; at < bytes.length; at += 188) if (bytes[at] !== 0x47) return false;
  return true;
}
