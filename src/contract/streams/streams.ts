import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { Poster } from "../events/events.ts";
import { ReminderForm, SignupResult } from "../reminders.ts";
import { ById, EventReference, Id, Instant, InstantOrNull, NoBody, TextOrNull } from "../shapes.ts";

/**
 * `scheduled`: before its start. `starting`: its time has come and its video hasn't. `stalled`: no video arrives right
 * now. `replay`: it has ended, and its recording can be watched.
 */
export const StreamStatus = z.enum(["scheduled", "starting", "live", "stalled", "ended", "replay"]);
export type StreamStatus = z.infer<typeof StreamStatus>;

/** `push`: an encoder sends it to us. `hls`: it is at another address. `embed`: YouTube or Twitch shows it. */
export const StreamSourceKind = z.enum(["push", "hls", "embed"]);
export type StreamSourceKind = z.infer<typeof StreamSourceKind>;

/** `tickets`: any ticket to its event opens it. `pass`: a ticket of some types does. */
export const StreamAccess = z.enum(["free", "members", "tickets", "pass"]);
export type StreamAccess = z.infer<typeof StreamAccess>;

export const EmbedProvider = z.enum(["youtube", "twitch"]);
export type EmbedProvider = z.infer<typeof EmbedProvider>;

/** A stream in a list. Its times are shown in `timeZone`. */
export const StreamCard = z.object({
  id: Id,
  title: z.string(),
  poster: Poster.nullable(),
  startsAt: Instant,
  timeZone: z.string(),
  status: StreamStatus,
  source: StreamSourceKind,
  access: StreamAccess,
  event: EventReference.extend({ slug: z.string() }).nullable(),
  startedAt: InstantOrNull,
  endedAt: InstantOrNull,
});
export type StreamCard = z.infer<typeof StreamCard>;

/** What a host shows viewers to buy beside the stream. */
export const StreamOffer = z.object({
  kind: z.enum(["product", "event"]),
  id: Id,
  slug: z.string(),
  title: z.string(),
});
export type StreamOffer = z.infer<typeof StreamOffer>;

/** The same for everyone: `watchStream` decides whether a visitor may watch. */
export const StreamView = StreamCard.extend({
  description: z.string(),
  /** Its chat, at `/api/chat/rooms/{id}`. */
  chatRoomId: Id.nullable(),
  offer: StreamOffer.nullable(),
  /** The ticket types that open it, if `access` is `pass`. */
  passes: z.array(z.object({ id: Id, name: z.string(), eventId: Id })),
});
export type StreamView = z.infer<typeof StreamView>;

/** What the topic `stream.{id}` says, by message type. */
export type StreamNews = { status: { status: StreamStatus }; offer: { offer: StreamOffer | null } };

/** `next` is the first of `upcoming`, or null. */
export const StreamLists = z.object({
  live: z.array(StreamCard),
  /** The next one first. */
  upcoming: z.array(StreamCard),
  /** The latest first. */
  replays: z.array(StreamCard),
  next: StreamCard.nullable(),
});
export type StreamLists = z.infer<typeof StreamLists>;

/** The short-lived token of a viewer's segments, for `?t=` in their URLs. It opens them only with the viewer's cookie. */
export const ViewerToken = z.object({ token: z.string(), expiresAt: Instant });
export type ViewerToken = z.infer<typeof ViewerToken>;

/** What a viewer plays. */
export const Playback = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("playlist"), url: z.string(), isReplay: z.boolean(), ...ViewerToken.shape }),
  z.object({ kind: z.literal("address"), url: z.string() }),
  z.object({ kind: z.literal("embed"), provider: EmbedProvider, videoId: z.string() }),
]);
export type Playback = z.infer<typeof Playback>;

/** Published ones only. */
export const listStreams = endpoint("GET /api/streams", "Streams that are live, upcoming streams and replays", {
  access: "public",
  shared: true,
  reply: StreamLists,
});

/** `not_found` unless it is published. */
export const getStream = endpoint("GET /api/streams/{id}", "One stream, and what opens it", {
  access: "public",
  shared: true,
  params: ById,
  reply: StreamView,
});

/** Refused to viewers: `not_signed_in` if an account could open it, `over_limit` if its ticket has all its viewers. */
const refusals = ["not_found", "not_ready", "not_signed_in", "not_allowed", "over_limit"] as const;

/**
 * An encoder's stream plays only with the viewer's cookie and the token, which `renewViewerToken` renews. A ticket plays in
 * two places. If both are taken, a new one takes the older of those that the same cookie has in other networks; with
 * `keepsSeat`, it doesn't: a player asks so when it failed.
 */
export const watchStream = endpoint(
  "POST /api/streams/{id}/watch",
  "What plays a stream for this viewer; gives a browser without a session a viewer cookie",
  {
    access: "public",
    params: ById,
    body: z.strictObject({ keepsSeat: z.boolean().optional() }).optional(),
    reply: Playback,
    errors: refusals,
  },
);

/** `not_signed_in` also for a browser without a session or a viewer cookie. */
export const renewViewerToken = endpoint(
  "POST /api/streams/{id}/token",
  "A new token for segments: a replay's playlist is loaded once, and its segments outlive their token",
  { access: "public", limit: "beacon", params: ById, body: NoBody, reply: ViewerToken, errors: refusals },
);

/** Asks again whether the viewer may watch. */
export const beatStream = endpoint(
  "POST /api/streams/{id}/beat",
  "A player says every 20 seconds that it plays; counts viewers",
  {
    access: "public",
    limit: "beacon",
    params: ById,
    body: NoBody,
    reply: z.object({ status: StreamStatus, viewers: z.int() }),
    errors: refusals,
  },
);

/** `not_found` also once it has started, `invalid_input` without any address. */
export const remindOfStream = endpoint(
  "POST /api/streams/{id}/reminder",
  "Request one email when a stream is live; the same response whether or not the email is known",
  {
    access: "public",
    limit: "note",
    params: ById,
    body: ReminderForm,
    reply: SignupResult,
    status: 202,
    errors: ["not_found", "invalid_input"],
  },
);

/** What the studio shows of an encoder's run. */
export const StreamPush = z.object({
  beganAt: Instant,
  lastSegmentAt: Instant,
  segments: z.int(),
  bytes: z.int(),
  mediaSeconds: z.number(),
  /** Segments that never arrived. */
  gaps: z.int(),
});

/**
 * What is wrong with what an encoder sends. `second_encoder`: another one sends with the same key and is refused.
 * `late`: no new segment for `seconds`, and players will stop soon. `no_end`: a segment has been arriving for `seconds`.
 * `long_segments`: they take `seconds`, so viewers are far behind. `skipped_long`, `skipped_empty`: a segment of
 * `seconds` was left out. `refused_file`: `detail` says which file was refused and why.
 */
export const StreamWarning = z.object({
  kind: z.enum(["second_encoder", "late", "no_end", "long_segments", "skipped_long", "skipped_empty", "refused_file"]),
  seconds: z.int().nullable(),
  detail: TextOrNull,
});
export type StreamWarning = z.infer<typeof StreamWarning>;

/** What arrived of a stream and who watches, as of the call. */
export const StreamHealth = z.object({
  status: StreamStatus,
  lastSegmentAt: InstantOrNull,
  secondsSinceSegment: z.number().nullable(),
  /** The most urgent first. */
  warnings: z.array(StreamWarning),
  /** Of the last segments, all qualities together. */
  bitsPerSecond: z.int().nullable(),
  renditions: z.array(
    z.object({ name: z.string(), resolution: TextOrNull, bitsPerSecond: z.int().nullable(), waits: z.boolean() }),
  ),
  /** The last encoder runs, newest first. */
  pushes: z.array(StreamPush),
  viewersNow: z.int(),
  viewersPeak: z.int(),
  /** Viewers in each minute, oldest first. */
  minutes: z.array(z.object({ minute: Instant, viewers: z.int() })),
  recordedSeconds: z.number(),
  recordedBytes: z.int(),
  remindersWaiting: z.int(),
});
export type StreamHealth = z.infer<typeof StreamHealth>;
