import { AdminStream, StreamRow, type StreamInput, type StreamListQuery } from "#contract/streams/admin.ts";
import { recordAction } from "#server/modules/audit/index.ts";
import { findEventInfo } from "#server/modules/events/index.ts";
import { getPictures, setPictures } from "#server/modules/media/index.ts";
import { AppError, fieldError, requireFound, requireVersion } from "#server/platform/app-error.ts";
import { inTransaction, type Queryable, type Tx } from "#server/platform/db/database.ts";
import { defineList } from "#server/platform/db/list.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { shownAs } from "#server/platform/shown.ts";
import { openStreamChat } from "../chat.ts";
import { findShownParts } from "../shown-parts.ts";
import { readEmbed } from "../embed-address.ts";
import { readHlsAddress } from "../rules.ts";
import { lockProgress } from "../store.ts";
import { lockStream, swapEncoders } from "../ingest/store.ts";
import { moveStatus, setStatus } from "../status.ts";
import * as store from "./store.ts";

type Needs = Pick<Deps, "db" | "bus" | "nudge" | "realtime">;

/** Streams as staff search them. */
export const streamList = defineList<StreamListQuery, Parameters<typeof showRow>[0], StreamRow>(
  store.streamRows,
  (row) => showRow(row),
  {
    Stream: "title",
    Event: "eventTitle",
    Status: "status",
    Published: (row) => (row.isPublished ? "yes" : "no"),
    Starts: "startsAt",
    Source: "source",
    Access: "access",
    Key: "keyName",
    ID: "id",
  },
);
const showRow = shownAs(StreamRow);

/** One stream as staff edit it. @throws AppError `not_found` */
export async function getAdminStream(db: Queryable, id: number): Promise<AdminStream> {
  const row = requireFound(await store.findAdminStream(db, id));
  return shownAs(AdminStream)({ ...row, ...(await findShownParts(db, row)) });
}

/**
 * Creates a stream as a draft.
 *
 * @throws AppError `invalid_input` for an address that we can't show, or passes without types | `not_found` for an
 *   event, key, image or ticket type that doesn't exist
 */
export function createStream(deps: Needs, staff: Principal, input: StreamInput): Promise<AdminStream> {
  return inTransaction(deps.db, async (tx) => {
    const id = await store.insertStream(tx, await toColumns(tx, input));
    await store.setChatRoom(tx, id, await openStreamChat(tx, id, input.access));
    await writeRest(tx, id, input);
    const after = await getAdminStream(tx, id);
    await recordAction(tx, { staff, action: "stream.created", target: { kind: "stream", id }, after: audited(after) });
    return after;
  });
}

/**
 * Saves a stream. Where it comes from can't change once it has begun.
 *
 * @throws AppError as createStream, and `edited_meanwhile` | `not_ready`
 */
export function changeStream(
  deps: Needs,
  staff: Principal,
  id: number,
  { version, ...input }: StreamInput & { version: number },
): Promise<AdminStream> {
  return inTransaction(deps.db, async (tx) => {
    const progress = requireFound(await lockProgress(tx, id));
    requireVersion(progress, version);
    const before = await getAdminStream(tx, id);
    const columns = await toColumns(tx, input, before.key?.id);
    const isSameSource = columns.source === before.source && columns.keyId === (before.key?.id ?? null);
    if (progress.secondsSinceStarted !== null && !isSameSource) {
      throw new AppError("not_ready", { message: "The source can't change after the stream has started" });
    }
    await store.updateStream(tx, id, columns);
    await writeRest(tx, id, input);
    if (before.access !== input.access) await openStreamChat(tx, id, input.access);
    await moveStatus(deps, tx, id);
    const after = await getAdminStream(tx, id);
    const entry = { before: audited(before), after: audited(after) };
    await recordAction(tx, { staff, action: "stream.changed", target: { kind: "stream", id }, ...entry });
    return after;
  });
}

async function toColumns(tx: Tx, input: StreamInput, formerKeyId?: number): Promise<store.StreamColumns> {
  await requireNamed(tx, input, formerKeyId);
  const { source, passTypeIds: _, ...rest } = input;
  const none = { keyId: null, address: null, embedProvider: null, embedVideo: null };
  const columns = { ...rest, ...none, source: source.kind };
  if (source.kind === "push") return { ...columns, keyId: source.keyId };
  if (source.kind === "hls") {
    const address = readHlsAddress(source.address);
    if (address === undefined) throw fieldError("source.address", "Enter an https link to an .m3u8 playlist");
    return { ...columns, address };
  }
  const embed = readEmbed(source.address);
  if ("refusal" in embed) throw fieldError("source.address", embed.refusal);
  return { ...columns, embedProvider: embed.provider, embedVideo: embed.videoId };
}

/** Checks what a stream names before its row does. */
async function requireNamed(tx: Tx, input: StreamInput, formerKeyId: number | undefined): Promise<void> {
  const { eventId, source, access, pictureId } = input;
  if (eventId !== null && !(await findEventInfo(tx, [eventId])).has(eventId)) {
    throw new AppError("not_found", { message: "We can't find that event" });
  }
  if (pictureId !== null && !(await getPictures(tx, [pictureId])).has(pictureId)) {
    throw new AppError("not_found", { message: "This image isn't in the library" });
  }
  // A stream keeps a key that was revoked.
  if (source.kind === "push" && source.keyId !== formerKeyId && !(await store.isKeyValid(tx, source.keyId))) {
    throw new AppError("not_found", { message: "We can't find that stream key" });
  }
  if (access === "tickets" && eventId === null) throw fieldError("eventId", "Choose the event whose tickets open it");
  const types = passesOf(input);
  if (access === "pass" && types.length === 0) throw fieldError("passTypeIds", "Choose the ticket types that open it");
  if ((await store.countTypes(tx, types)) < types.length) {
    throw new AppError("not_found", { message: "We can't find that ticket type" });
  }
}

const passesOf = ({ access, passTypeIds }: StreamInput) => (access === "pass" ? [...new Set(passTypeIds)] : []);

async function writeRest(tx: Tx, id: number, input: StreamInput): Promise<void> {
  await store.setPasses(tx, id, passesOf(input));
  const pictures = input.pictureId === null ? [] : [input.pictureId];
  await setPictures(tx, { kind: "stream", id, label: input.title }, pictures);
}

const audited = ({ title, startsAt, source, access, event, isRecorded, key, address, embed }: AdminStream) => ({
  title,
  startsAt,
  source,
  from: key?.name ?? address ?? (embed && `${embed.provider}: ${embed.videoId}`),
  access,
  event: event?.title ?? null,
  isRecorded,
});

/** Changes a locked stream, records who did it and returns it. */
function act(
  deps: Needs,
  staff: Principal,
  id: number,
  action:
    | "encoder_switched"
    | "published"
    | "unpublished"
    | "went_live"
    | "ended"
    | "replay_published"
    | "replay_unpublished"
    | "deleted",
  change: (tx: Tx, progress: NonNullable<Awaited<ReturnType<typeof lockProgress>>>) => Promise<void>,
): Promise<AdminStream> {
  return inTransaction(deps.db, async (tx) => {
    const progress = requireFound(await lockProgress(tx, id));
    const { title } = await getAdminStream(tx, id);
    await change(tx, progress);
    await recordAction(tx, { staff, action: `stream.${action}`, target: { kind: "stream", id }, after: { title } });
    // A deleted stream can't be read anymore.
    return action === "deleted" ? (undefined as never) : getAdminStream(tx, id);
  });
}

/** Shows a stream to visitors, or takes it down. @throws AppError `not_found` */
export function publishStream(deps: Needs, staff: Principal, id: number, isPublished: boolean): Promise<AdminStream> {
  return act(deps, staff, id, isPublished ? "published" : "unpublished", async (tx) => {
    await store.setPublished(tx, id, isPublished);
    await moveStatus(deps, tx, id);
  });
}

/**
 * Goes live now, or as soon as the encoder's video arrives.
 *
 * @throws AppError `not_found` | `not_ready` for a draft or a stream that is over | `in_use` while the host's key feeds
 *   another stream
 */
export async function goLive(deps: Needs, staff: Principal, id: number): Promise<AdminStream> {
  const stream = await act(deps, staff, id, "went_live", async (tx, { status, isPublished }) => {
    if (!isPublished) throw new AppError("not_ready", { message: "Publish this stream first" });
    if (status === "ended" || status === "replay") throw new AppError("not_ready", { message: "This stream is over" });
    await store.setGoLive(tx, id);
    await moveStatus(deps, tx, id);
  });
  deps.nudge("stream-reminders");
  return stream;
}

/** Ends a stream for everyone. @throws AppError `not_found` | `not_ready` if it isn't on */
export function endStream(deps: Needs, staff: Principal, id: number): Promise<AdminStream> {
  return act(deps, staff, id, "ended", async (tx, { status }) => {
    if (status === "scheduled" || status === "ended" || status === "replay") {
      throw new AppError("not_ready", { message: "This stream isn't on" });
    }
    await setStatus(deps, tx, id, "ended");
  });
}

/**
 * Plays the other encoder that sends with the stream's key, and refuses the one that was played so far.
 *
 * @throws AppError `not_found` | `not_ready` if no other encoder sends right now
 */
export function switchEncoder(deps: Needs, staff: Principal, id: number): Promise<AdminStream> {
  return act(deps, staff, id, "encoder_switched", async (tx) => {
    const stream = await lockStream(tx, id);
    if (!stream?.rival) throw new AppError("not_ready", { message: "No other encoder is sending right now" });
    await swapEncoders(tx, id);
  });
}

/** Shows a recording to those who may watch its stream, or takes it down. @throws AppError `not_found` | `not_ready` */
export function publishReplay(deps: Needs, staff: Principal, id: number, isPublished: boolean): Promise<AdminStream> {
  return act(deps, staff, id, isPublished ? "replay_published" : "replay_unpublished", async (tx, { status }) => {
    if (status !== "ended" && status !== "replay") {
      throw new AppError("not_ready", { message: "End this stream first" });
    }
    if (isPublished && !(await getAdminStream(tx, id)).hasRecording) {
      throw new AppError("not_ready", { message: "Nothing of this stream was recorded" });
    }
    await setStatus(deps, tx, id, isPublished ? "replay" : "ended");
  });
}

/** Deletes a stream that isn't live, with its recording. @throws AppError `not_found` | `in_use` */
export async function deleteStream(deps: Needs, staff: Principal, id: number): Promise<void> {
  await act(deps, staff, id, "deleted", async (tx, { status }) => {
    if (status === "live" || status === "stalled") {
      throw new AppError("in_use", { message: "End this stream before you delete it" });
    }
    await setPictures(tx, { kind: "stream", id, label: "" }, []);
    await store.setDeleted(tx, id);
  });
}
