import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { confirmAddress } from "#testing/confirmed-address.ts";
import { moveClock } from "#testing/moving-clock.ts";
import type { Site } from "#testing/site.ts";
import { embedDraft } from "#tests/streams/api-scene.ts";
import { playlist, segment } from "#testing/stream-site.ts";
import { flow } from "../flow.ts";
import { countRows, difference } from "./scenes.ts";

const dataDir = join(tmpdir(), `crashed-streams-${process.pid}`);

/** A stream that is due, and the key that feeds it. */
async function prepareStream(site: Site) {
  const admin = await site.as("admin");
  const { body: made } = await admin.post("/api/admin/stream-keys", { name: "DJ Marlon" });
  const { body: stream } = await admin.post("/api/admin/streams", {
    title: "Yard Sessions",
    startsAt: new Date(Date.now() - 60_000).toISOString(),
    timeZone: "America/New_York",
    source: { kind: "push", keyId: made.id },
    access: "free",
  });
  await admin.post(`/api/admin/streams/${stream.id}/publish`, { isPublished: true });
  return { id: stream.id, key: made.key };
}

/** What an encoder sends, and what follows from it. */
export const streamFlows = [
  flow({
    name: "an encoder pushes a stream live, is cut off and stays away, and its leftovers are deleted",
    covers: ["job streams", "job stream-leftovers"],
    settings: { DATA_DIR: dataDir },
    prepare: prepareStream,
    async run({ send, runJob, wait }, { key }) {
      // After the end of a stream its key is refused.
      const upload = (path: string, file: string | Buffer) =>
        send({ method: "PUT", path: `/ingest/${key}/${path}`, file, orRefused: [409] });
      await upload("index0.ts", segment(0));
      await upload("index.m3u8", playlist(2));
      await upload("index1.ts", segment(1));
      await upload("never-named.ts", segment(2));
      await wait(1900);
      await runJob("streams");
      await runJob("stream-leftovers");
    },
    async check(site, { id }) {
      const { rows: segments } = await sql<{ id: string; sequence: number | null }>`
        select id, sequence from stream_segments where stream_id = ${id} order by sequence`.execute(site.db);
      const files = segments.filter((each) => existsSync(join(dataDir, "streams", String(id), `${each.id}.ts`)));
      const { rows } = await sql<{ status: string }>`select status from streams where id = ${id}`.execute(site.db);
      return [
        ...difference(
          "the stream",
          {
            status: rows[0]!.status,
            withoutFile: segments.length - files.length,
            unnamed: segments.filter(({ sequence }) => sequence === null).length,
            // Whatever was sent again follows what was there, and nothing is missing in between.
            numbers: segments.map(({ sequence }) => sequence).join(),
          },
          {
            status: "ended",
            withoutFile: 0,
            unnamed: 0,
            numbers: segments.map((_, index) => index).join(),
          },
        ),
        ...(segments.length >= 2 ? [] : ["segments are missing"]),
      ];
    },
  }),
  flow({
    name: "a host ends a stream that is live, and its replay is shown",
    covers: ["POST /api/admin/streams/{id}/end", "POST /api/admin/streams/{id}/replay"],
    settings: { DATA_DIR: dataDir },
    prepare: async (site) => ({ ...(await prepareStream(site)), token: (await site.as("admin")).token! }),
    async run({ send, runJob, wait }, { id, key, token }) {
      const upload = (path: string, file: string | Buffer) =>
        send({ method: "PUT", path: `/ingest/${key}/${path}`, file, orRefused: [409] });
      await upload("index0.ts", segment(0));
      await upload("index1.ts", segment(1));
      await upload("index.m3u8", playlist(2));
      const path = `/api/admin/streams/${id}`;
      await send({ path: `${path}/end`, body: {}, token, orRefused: [409] });
      await send({ path: `${path}/replay`, body: { isPublished: true }, token, orRefused: [409] });
      await wait(700);
      await runJob("stream-leftovers");
    },
    async check(site, { id }) {
      const { rows: segments } = await sql<{ id: string; sequence: number | null }>`
        select id, sequence from stream_segments where stream_id = ${id}`.execute(site.db);
      const files = segments.filter((each) => existsSync(join(dataDir, "streams", String(id), `${each.id}.ts`)));
      const { rows } = await sql<{ status: string }>`select status from streams where id = ${id}`.execute(site.db);
      return [
        ...difference(
          "the replay",
          {
            status: rows[0]!.status,
            withoutFile: segments.length - files.length,
            unnamed: segments.filter(({ sequence }) => sequence === null).length,
          },
          { status: "replay", withoutFile: 0, unnamed: 0 },
        ),
        ...(segments.length >= 2 ? [] : ["segments of the recording are missing"]),
      ];
    },
  }),
  flow({
    name: "people who asked hear that a stream is live",
    covers: ["job stream-reminders"],
    async prepare(site) {
      const admin = await site.as("admin");
      const startsAt = new Date(Date.now() + 600_000).toISOString();
      const { body } = await admin.post("/api/admin/streams", { ...embedDraft, startsAt });
      await admin.post(`/api/admin/streams/${body.id}/publish`, { isPublished: true });
      await confirmAddress(site, "marva@example.com");
      await site.anon.post(`/api/streams/${body.id}/reminder`, { email: "marva@example.com" });
      await moveClock(site.database, 700);
      return {};
    },
    async run({ runJob }) {
      await runJob("streams");
      await runJob("stream-reminders");
      await runJob("mail");
    },
    check: async (site) =>
      difference("emails", { count: await countRows(site, "emails where kind = 'stream_live'") }, { count: 1 }),
  }),
];
