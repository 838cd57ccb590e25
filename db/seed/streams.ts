import { fileURLToPath } from "node:url";
import type { App } from "#server/app.ts";
import { findPictureIds } from "#server/modules/media/index.ts";
import { createStream, createStreamKey, importReplay, publishStream } from "#server/modules/streams/index.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { promoterTime } from "./calendar.ts";
import type { StagedEvent } from "./stage.ts";

const replayFolder = fileURLToPath(new URL("./media/streams/sound-clash-rewind", import.meta.url));

/** A stream of the next event, for those who have tickets, and a replay that everyone can watch. @returns the replay */
export async function stageStreams(
  { deps }: App,
  { staff, events, now }: { staff: Principal; events: StagedEvent[]; now: Date },
): Promise<number> {
  const { id: keyId } = await createStreamKey(deps, staff, { name: "Main stage" });
  const ahead = events.filter(({ times }) => times.startsAt > now);
  const [next] = ahead.toSorted((one, other) => one.times.startsAt.getTime() - other.times.startsAt.getTime());
  const pictureOf = async (key: string) => (await findPictureIds(deps.db, [key])).get(key) ?? null;
  const common = { timeZone: "America/New_York", source: { kind: "push", keyId }, isRecorded: true } as const;
  if (next !== undefined) {
    const { event, times } = next;
    const { id } = await createStream(deps, staff, {
      ...common,
      title: `${event.title}: live from the floor`,
      description: "Can't make it? Your ticket opens the stream. Three cameras, one of them on the dancers.",
      pictureId: await pictureOf(event.key),
      startsAt: times.startsAt.toISOString(),
      timeZone: event.timeZone,
      eventId: next.id,
      access: "tickets",
      passTypeIds: [],
    });
    await publishStream(deps, staff, id, true);
  }
  const startedAt = promoterTime(now, -12, "21:00");
  const { id } = await createStream(deps, staff, {
    ...common,
    title: "Sound Clash rewind",
    description: "Three riddims and no speeches.",
    pictureId: await pictureOf("sound-clash-no-7"),
    startsAt: startedAt.toISOString(),
    eventId: null,
    access: "free",
    passTypeIds: [],
  });
  await importReplay(deps, { streamId: id, folder: replayFolder, playlist: "index.m3u8", startedAt });
  await publishStream(deps, staff, id, true);
  return id;
}
