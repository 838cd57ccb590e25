import { z } from "zod";
import { adminEndpoint, fileEndpoint, listEndpoint } from "../endpoint.ts";
import {
  ById,
  CursorList,
  Empty,
  Id,
  IdParam,
  Instant,
  InstantOrNull,
  Items,
  Line,
  NoBody,
  paging,
  SearchText,
  TextOrNull,
  Version,
} from "../shapes.ts";
import { EmbedProvider, StreamAccess, StreamCard, StreamHealth, StreamSourceKind, StreamView } from "./streams.ts";
import { Email } from "../form-fields.ts";
import { isTimeZone } from "../zoned-time.ts";

/** Where a stream comes from. `address` is what staff paste: the server decides which video it names. */
export const StreamSource = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("push"), keyId: Id }),
  z.strictObject({ kind: z.literal("hls"), address: z.string().trim().min(1).max(500) }),
  z.strictObject({ kind: z.literal("embed"), address: z.string().trim().min(1).max(500) }),
]);
export type StreamSource = z.infer<typeof StreamSource>;

/** `startsAt` is shown in `timeZone`. `source` can't change once the stream has begun. */
export const StreamInput = z.strictObject({
  title: Line(1, 120),
  description: z.string().trim().max(5000).default(""),
  pictureId: Id.nullable().default(null),
  startsAt: Instant,
  timeZone: z.string().max(64).refine(isTimeZone, "Enter a time zone like America/New_York"),
  eventId: Id.nullable().default(null),
  source: StreamSource,
  access: StreamAccess,
  /** The ticket types that open it, only if `access` is `pass`. */
  passTypeIds: z.array(Id).max(20).default([]),
  isRecorded: z.boolean().default(true),
});
export type StreamInput = z.output<typeof StreamInput>;

/** A stream as its editor and the studio show it. */
export const AdminStream = StreamView.extend({
  version: Version,
  pictureId: Id.nullable(),
  isPublished: z.boolean(),
  isRecorded: z.boolean(),
  /** Video arrives before the start, and only staff see it; its `status` is `starting`. */
  isTestPush: z.boolean(),
  /** Its host's key, if an encoder pushes it. */
  key: z.object({ id: Id, name: z.string(), isRevoked: z.boolean() }).nullable(),
  address: TextOrNull,
  embed: z.object({ provider: EmbedProvider, videoId: z.string() }).nullable(),
  /** Whether it has anything to be watched later. */
  hasRecording: z.boolean(),
});
export type AdminStream = z.infer<typeof AdminStream>;

export const StreamRow = StreamCard.omit({ event: true, poster: true }).extend({
  isPublished: z.boolean(),
  eventTitle: TextOrNull,
  keyName: TextOrNull,
});
export type StreamRow = z.infer<typeof StreamRow>;

export const StreamListQuery = z.object({
  q: SearchText,
  show: z.enum(["all", "upcoming", "live", "past", "draft"]).default("all"),
  source: StreamSourceKind.optional(),
  event: IdParam.optional(),
  ...paging,
});
export type StreamListQuery = z.infer<typeof StreamListQuery>;

export const listAdminStreams = listEndpoint(
  "/api/admin/streams",
  "Streams, the latest start first",
  StreamListQuery,
  CursorList(StreamRow),
);

/** Times are in UTC. */
export const exportAdminStreams = fileEndpoint(
  "/api/admin/streams.csv",
  StreamListQuery.omit({ page: true, cursor: true }),
  undefined,
  false,
);

const one = { params: ById, reply: AdminStream };

export const getAdminStream = adminEndpoint("GET /api/admin/streams/{id}", "One stream, as its editor shows it", one);

/**
 * Opens its chat too. `invalid_input` for an address that we can't show, or a pass without types; `not_found` for an
 * event, key, image or type that doesn't exist.
 */
export const createStream = adminEndpoint("POST /api/admin/streams", "Create a stream as a draft", {
  body: StreamInput,
  reply: AdminStream,
  status: 201,
  errors: ["invalid_input", "not_found"],
});

/** `not_ready` if its source would change after it has begun. */
export const changeStream = adminEndpoint("PUT /api/admin/streams/{id}", "Save a stream", {
  ...one,
  body: StreamInput.extend({ version: Version }),
  errors: ["invalid_input", "not_found", "edited_meanwhile", "not_ready"],
});

export const publishStream = adminEndpoint(
  "POST /api/admin/streams/{id}/publish",
  "Show a stream to visitors, or take it down",
  { ...one, body: z.strictObject({ isPublished: z.boolean() }) },
);

/** `not_ready` for a draft or a stream that is over; `in_use` while the host's key feeds another stream. */
export const goLive = adminEndpoint(
  "POST /api/admin/streams/{id}/go-live",
  "Go live now, or as soon as the encoder's video arrives",
  { ...one, body: NoBody, errors: ["not_found", "not_ready", "in_use"] },
);

/** What the other encoder sends from then on is played as after a cut. `not_ready` if no other one sends right now. */
export const switchEncoder = adminEndpoint(
  "POST /api/admin/streams/{id}/switch-encoder",
  "Play the other encoder that sends with the same key, and refuse the one that was played",
  { ...one, body: NoBody, errors: ["not_found", "not_ready"] },
);

/** `not_ready` if it isn't on. */
export const endStream = adminEndpoint("POST /api/admin/streams/{id}/end", "End a stream for everyone", {
  ...one,
  body: NoBody,
  errors: ["not_found", "not_ready"],
});

/** They see it at once. `not_found` also for something that visitors can't see. */
export const setStreamOffer = adminEndpoint(
  "PUT /api/admin/streams/{id}/offer",
  "Show viewers a product or an event to buy beside the stream; null shows nothing",
  {
    ...one,
    body: z.strictObject({ offer: z.strictObject({ kind: z.enum(["product", "event"]), id: Id }).nullable() }),
    errors: ["not_found"],
  },
);

/** `not_ready` before it has ended, or if nothing of it was recorded. */
export const publishReplay = adminEndpoint(
  "POST /api/admin/streams/{id}/replay",
  "Show a stream's recording to its viewers, or take it down",
  { ...one, body: z.strictObject({ isPublished: z.boolean() }), errors: ["not_found", "not_ready"] },
);

/** With its recording. `in_use` while it is live. */
export const deleteStream = adminEndpoint("DELETE /api/admin/streams/{id}", "Delete a stream that isn't live", {
  params: ById,
  body: NoBody,
  reply: Empty,
  errors: ["not_found", "in_use"],
});

export const getStreamHealth = adminEndpoint(
  "GET /api/admin/streams/{id}/health",
  "What arrives of a stream, and who watches",
  { params: ById, reply: StreamHealth },
);

/** A host's key. Its secret is shown once, when it is created. */
export const StreamKey = z.object({
  id: Id,
  name: z.string(),
  /** The host's display name, if the key belongs to an account. */
  hostName: TextOrNull,
  createdAt: Instant,
  lastUsedAt: InstantOrNull,
  revokedAt: InstantOrNull,
});
export type StreamKey = z.infer<typeof StreamKey>;

/** Revoked ones too. */
export const listStreamKeys = adminEndpoint("GET /api/admin/stream-keys", "The hosts' stream keys, newest first", {
  reply: Items(StreamKey),
});

/** The same as files, without the keys themselves. Times are in UTC. */
export const exportStreamKeys = fileEndpoint("/api/admin/stream-keys.csv", z.object({}));

/** `invalid_input` if no member has `hostEmail`. */
export const createStreamKey = adminEndpoint(
  "POST /api/admin/stream-keys",
  "Create a host's stream key; the reply is the only one that shows it",
  {
    delicate: 5,
    body: z.strictObject({
      name: Line(1, 60),
      /** The email of the host's account, who moderates the chats of the streams that use the key. */
      hostEmail: z.optional(Email),
    }),
    reply: StreamKey.extend({ key: z.string(), url: z.string() }),
    status: 201,
  },
);

export const revokeStreamKey = adminEndpoint(
  "DELETE /api/admin/stream-keys/{id}",
  "Revoke a stream key; what is sent with it is refused from now on",
  { params: ById, body: NoBody, reply: Empty },
);
