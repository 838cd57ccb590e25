import { performance } from "node:perf_hooks";
import { createFixtures } from "#testing/make.ts";
import { copyAnswer, startBare } from "./kit/bare-server.ts";
import { ratioOf, readOptions, spread } from "./kit/figures.ts";
import { HttpConnection } from "./kit/http-client.ts";
import { startSite } from "./kit/running-site.ts";

/**
 * What a signed-out visitor reads: home, list and detail as HTML and as JSON, in requests per second against a bare
 * node:http server that answers with the same headers and bytes, measured in turns in the same run; and the server's
 * memory before and after.
 */
export async function run(args: string[]): Promise<void> {
  const options = readOptions(args, { connections: "64", seconds: "4", rounds: "2" });
  const site = await startSite();
  const bare = await startBare("bare-http");
  try {
    const create = createFixtures(site.db);
    const ids: number[] = [];
    for (let index = 0; index < 30; index++) {
      const eventId = await create.event({
        title: `Benchmark night ${index}`,
        description: "A night by the water. ".repeat(40),
      });
      for (const name of ["Early", "General", "Table"]) await create.ticketType({ eventId, name });
      ids.push(eventId);
    }
    const event = (await (await fetch(`${site.baseUrl}/api/events/${ids[3]}`)).json()) as { slug: string };
    const paths = ["/api/events", `/api/events/${ids[3]}`, "/", "/events", `/events/${ids[3]}/${event.slug}`];
    const load = (baseUrl: string, path: string) =>
      drive(baseUrl, path, Number(options.connections), Number(options.seconds));

    for (const path of paths) await load(site.baseUrl, path);
    const limits = await Promise.all(paths.map((path) => copyAnswer(bare, `${site.baseUrl}${path}`)));
    const megabytes = async () => `${((await site.memoryBytes()) / 1048576).toFixed(0)} MB`;
    console.log(`memory after warming up: ${await megabytes()}`);
    for (let round = 0; round < Number(options.rounds); round++) {
      for (const [index, path] of paths.entries()) {
        const { path: barePath, bytes } = limits[index]!;
        const measured = await load(site.baseUrl, path);
        const limit = await load(bare.baseUrl, barePath);
        const ratio = ratioOf(measured.perSecond, limit.perSecond).toFixed(2);
        console.log(
          `${path.padEnd(34)} ${measured.perSecond.toFixed(0).padStart(6)}/s of ${limit.perSecond.toFixed(0).padStart(6)}/s bare = ${ratio}` +
            `  (${(bytes / 1024).toFixed(1)} kB; ${spread(measured.samples)})`,
        );
      }
      console.log(`memory after round ${round + 1}: ${await megabytes()}`);
    }
  } finally {
    bare.stop();
    await site.stop();
  }
}

async function drive(baseUrl: string, path: string, connections: number, seconds: number) {
  const open = await Promise.all(Array.from({ length: connections }, () => HttpConnection.open(baseUrl)));
  const samples: number[] = [];
  let count = 0;
  const start = performance.now();
  const end = start + seconds * 1000;
  await Promise.all(
    open.map(async (connection) => {
      while (performance.now() < end) {
        const before = performance.now();
        const answer = await connection.request("GET", path, "");
        if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
        if (count++ % 16 === 0) samples.push(performance.now() - before);
      }
    }),
  );
  const perSecond = count / ((performance.now() - start) / 1000);
  for (const connection of open) connection.close();
  return { perSecond, samples };
}
