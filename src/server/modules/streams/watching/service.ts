import type { Playback, ViewerToken } from "#contract/streams/streams.ts";
import type { Deps } from "#server/platform/deps.ts";
import { countViewers, recordBeat } from "./beats-store.ts";
import type { Gate } from "./gate.ts";
import { signToken } from "./tokens.ts";
import { hashOf, type Viewer } from "./viewer.ts";

type Needs = Pick<Deps, "db" | "keys"> & { gate: Gate };

/**
 * What plays a stream for a viewer who may watch it.
 *
 * @param keepsSeat a player asks again by itself: it doesn't take the seat of another one
 * @throws AppError as the gate refuses
 */
export async function watch(
  { gate, keys }: Needs,
  streamId: number,
  viewer: Viewer,
  keepsSeat: boolean,
): Promise<Playback> {
  const { source, status, address, embedProvider, embedVideo } = await gate.admit(streamId, viewer, !keepsSeat);
  if (source === "hls") return { kind: "address", url: address! };
  if (source === "embed") return { kind: "embed", provider: embedProvider!, videoId: embedVideo! };
  const token = signToken(keys["stream-links"], streamId, viewer);
  return { kind: "playlist", url: `/hls/${streamId}/main.m3u8`, isReplay: status === "replay", ...token };
}

/** A new token for a viewer who still may watch. @throws AppError as the gate refuses */
export async function renewToken({ gate, keys }: Needs, streamId: number, viewer: Viewer): Promise<ViewerToken> {
  await gate.admit(streamId, viewer);
  return signToken(keys["stream-links"], streamId, viewer);
}

/** Counts a viewer who plays a stream. @throws AppError as the gate refuses */
export async function beat({ db, gate }: Needs, streamId: number, viewer: Viewer) {
  const { status } = await gate.admit(streamId, viewer);
  await recordBeat(db, streamId, hashOf(viewer));
  return { status, viewers: await countViewers(db, streamId) };
}
