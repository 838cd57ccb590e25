import { performance } from "node:perf_hooks";
import { createStream, createStreamKey, publishStream } from "#server/modules/streams/index.ts";
import { readConfig } from "#server/config.ts";
import { insertPerson } from "#testing/make.ts";
import { playlist } from "#testing/stream-site.ts";
import { copyAnswer, startBare } from "./kit/bare-server.ts";
import { percentile, ratioOf, readOptions, spread } from "./kit/figures.ts";
import { HttpConnection } from "./kit/http-client.ts";
import { startSite, type RunningSite } from "./kit/running-site.ts";

/**
 * What viewers of a live stream ask for: its playlist and its segments, in requests per second against a bare node:http
 * server that answers with the same headers and bytes, measured in turns in the same run. Each connection is a viewer of
 * its own.
 */
export async function run(args: string[]): Promise<void> {
  const options = readOptions(args, { viewers: "64", seconds: "4", rounds: "3", kilobytes: "500" });
  const site = await startSite();
  const bare = await startBare("bare-http");
  try {
    const streamId = await pushStream(site, Number(options.kilobytes));
    const viewers = await Promise.all(
      Array.from({ length: Number(options.viewers) }, () => openViewer(site.baseUrl, streamId)),
    );
    const plain = await Promise.all(viewers.map(() => HttpConnection.open(bare.baseUrl)));
    for (const kind of ["playlist", "segment"] as const) {
      const first = viewers[0]!;
      const { path: barePath, bytes } = await copyAnswer(bare, `${site.baseUrl}${first[kind].path}`, {
        cookie: first.cookie,
      });
      const ratios: number[] = [];
      for (let round = 0; round <= Number(options.rounds); round++) {
        const limit = await drive(plain, () => ({ path: barePath, headers: "" }), Number(options.seconds));
        const own = await drive(
          viewers.map(({ connection }) => connection),
          (index) => ({ path: viewers[index]![kind].path, headers: viewers[index]!.headers }),
          Number(options.seconds),
        );
        // The first round warms up. Each lasts less than a token.
        if (round === 0) await renew(viewers, streamId);
        else {
          ratios.push(ratioOf(own.rate, limit.rate));
          console.log(
            `${kind.padEnd(8)} ${bytes} bytes: ${own.rate.toFixed(0)}/s of ${limit.rate.toFixed(0)}/s; ${own.spread}`,
          );
          await renew(viewers, streamId);
        }
      }
      console.log(`${kind}s are ${percentile(ratios, 0.5).toFixed(2)} of bare node:http`);
    }
    for (const connection of [...plain, ...viewers.map((viewer) => viewer.connection)]) connection.close();
  } finally {
    bare.stop();
    await site.stop();
  }
}

interface Viewer {
  connection: HttpConnection;
  cookie: string;
  headers: string;
  playlist: { path: string };
  segment: { path: string };
}

/** Makes a free stream and pushes a whole live window of segments to it. */
async function pushStream(site: RunningSite, kilobytes: number): Promise<number> {
  const deps = { ...site, config: readConfig({ BASE_URL: site.baseUrl }), bus: { emit: async () => undefined } };
  const id = await insertPerson(site.db, "admin", Buffer.alloc(32, 1));
  const staff = { id, role: "admin", username: "bench", displayName: "Bench", avatar: null, email: null } as const;
  const { id: keyId, url } = await createStreamKey(deps, staff, { name: "Bench" });
  const realtime = { publish: async () => undefined };
  const tools = { ...deps, realtime, nudge: () => undefined } as unknown as Parameters<typeof createStream>[0];
  const stream = await createStream(tools, staff, {
    title: "Bench",
    description: "",
    pictureId: null,
    startsAt: new Date(Date.now() - 60_000).toISOString(),
    timeZone: "UTC",
    eventId: null,
    source: { kind: "push", keyId },
    access: "free",
    passTypeIds: [],
    isRecorded: true,
  });
  await publishStream(tools, staff, stream.id, true);
  const segment = Buffer.alloc(Math.ceil((kilobytes * 1024) / 188) * 188, 0x47);
  const count = 90;
  for (let n = 0; n < count; n++) await upload(url.replace("index.m3u8", `index${n}.ts`), segment);
  await upload(url, Buffer.from(playlist(count)));
  return stream.id;
}

async function upload(url: string, body: Buffer): Promise<void> {
  const { status } = await fetch(url, { method: "PUT", body: new Uint8Array(body) });
  if (status !== 201) throw new Error(`${url} answered ${status}`);
}

async function openViewer(baseUrl: string, streamId: number): Promise<Viewer> {
  const watched = await fetch(`${baseUrl}/api/streams/${streamId}/watch`, { method: "POST" });
  const cookies = watched.headers.getSetCookie().map((cookie) => cookie.split(";")[0]!);
  const cookie = cookies.find((pair) => pair.startsWith("sg_viewer"))!;
  const viewer = {
    connection: await HttpConnection.open(baseUrl),
    cookie,
    headers: `cookie: ${cookie}\r\n`,
    playlist: { path: "" },
    segment: { path: "" },
  };
  await renew([viewer], streamId);
  return viewer;
}

/** Gives viewers new addresses, before their tokens expire. */
async function renew(viewers: Viewer[], streamId: number): Promise<void> {
  for (const viewer of viewers) {
    const get = (path: string) => viewer.connection.request("GET", path, viewer.headers);
    const main = await get(`/hls/${streamId}/main.m3u8`);
    const path = main.body.split("\n").find((line) => line.startsWith("/hls/"))!;
    const media = await get(path);
    viewer.playlist = { path };
    viewer.segment = { path: media.body.trimEnd().split("\n").at(-1)! };
  }
}

async function drive(
  connections: HttpConnection[],
  ask: (index: number) => { path: string; headers: string },
  seconds: number,
) {
  const samples: number[] = [];
  const end = performance.now() + seconds * 1000;
  await Promise.all(
    connections.map(async (connection, index) => {
      const { path, headers } = ask(index);
      while (performance.now() < end) {
        const before = performance.now();
        const { status } = await connection.request("GET", path, headers);
        if (status !== 200) throw new Error(`${path} answered ${status}`);
        samples.push(performance.now() - before);
      }
    }),
  );
  return { rate: samples.length / seconds, spread: spread(samples) };
}
