import pg from "pg";
import { communityQuestions, fillCommunity } from "#db/seed/scale/community.ts";
import { createToken } from "#server/modules/accounts/sessions.ts";
import { StartFailure } from "#server/platform/app-error.ts";
import { pageAfter, workOfRequest, type Statement } from "#testing/community-work.ts";
import { createFixtures } from "#testing/make.ts";
import { createSite } from "#testing/site.ts";
import { startBare } from "./kit/bare-server.ts";
import { percentile, ratioOf, readOptions } from "./kit/figures.ts";
import { HttpConnection } from "./kit/http-client.ts";
import { startSite, type RunningSite } from "./kit/running-site.ts";

/** Slower than this at the median, a page is too slow. */
const maxMs = 50;

/**
 * How long the community's pages take with a hundred thousand posts, a million reactions and a post with five thousand
 * comments: the first page and the hundredth, in milliseconds and against one `select 1` over HTTP of the same run. Then
 * EXPLAIN says how many rows each page reads before and after there is half as much more.
 */
export async function run(args: string[]): Promise<void> {
  const options = readOptions(args, { rounds: "40", posts: "100000", reactions: "10", comments: "5000" });
  const [rounds, posts] = [Number(options.rounds), Number(options.posts)];
  const site = await startSite();
  const bare = await startBare("select-one", site.url);
  const client = new pg.Client(site.connection);
  await client.connect();
  try {
    await createFixtures(site.db).event();
    const size = { members: 2000, posts, reactions: Number(options.reactions), comments: Number(options.comments) };
    const made = await fillCommunity(client, size);
    const { rows } = await client.query(
      "select (select count(*) from posts) as posts, (select count(*) from post_reactions) as reactions, (select count(*) from comments) as comments",
    );
    console.log(`posts ${rows[0].posts}, reactions ${rows[0].reactions}, comments ${rows[0].comments}\n`);
    const header = await openSession(client, made.readerId);
    const limitMs = percentile(await ask(bare.baseUrl, "/?", "", rounds * 4), 0.5);
    console.log(`select 1 over HTTP: ${limitMs.toFixed(2)} ms at the median\n`);
    console.log(`${"ms median".padStart(10)}${"p95".padStart(8)}${"ratio".padStart(7)}`);
    const slow: string[] = [];
    const explained = await openExplained(site, header);
    const addresses: [string, string][] = [];
    for (const [name, path] of communityQuestions(made)) {
      addresses.push([name, path], [`${name}, page 100`, await pageAfter(explained.client, path, 100)]);
    }
    for (const [name, path] of addresses) {
      const samples = await ask(site.baseUrl, path, header, rounds);
      const median = percentile(samples, 0.5);
      if (median > maxMs) slow.push(`${name}: ${median.toFixed(1)} ms`);
      console.log(
        `${median.toFixed(1).padStart(10)}${percentile(samples, 0.95).toFixed(1).padStart(8)}` +
          `${ratioOf(median, limitMs).toFixed(0).padStart(6)}x  ${name}`,
      );
    }
    const before = await explained.readsOf(client, addresses);
    await fillCommunity(client, { ...size, posts: Math.round(posts / 2), comments: 10 });
    const after = await explained.readsOf(client, addresses);
    console.log("\nrows read by EXPLAIN, then with half as many posts more:");
    const growing: string[] = [];
    for (const [name, reads] of before) {
      console.log(`${String(reads).padStart(10)}${String(after.get(name)).padStart(10)}  ${name}`);
      if (!name.includes("search") && after.get(name)! > reads * 1.2 + 200) growing.push(name);
    }
    await explained.close();
    if (slow.length > 0) throw new StartFailure(`Over ${maxMs} ms at the median: ${slow.join("; ")}`);
    if (growing.length > 0) throw new StartFailure(`Reads more with more posts: ${growing.join("; ")}`);
  } finally {
    await client.end();
    bare.stop();
    await site.stop();
  }
}

/** The same site in this process, with its statements recorded. */
async function openExplained({ connection }: RunningSite, header: string) {
  let recorded: Statement[] = [];
  const database = { connection, url: "", drop: async () => undefined };
  const site = await createSite({
    database: database as never,
    watchSql: (text, values) => recorded.push({ text, values }),
  });
  const token = /Bearer (\S+)/.exec(header)![1]!;
  const client = site.clientOf({ ...site.anon, token });
  return {
    client,
    close: () => site.close(),
    async readsOf(explainer: pg.Client, addresses: [string, string][]) {
      const reads = new Map<string, number>();
      for (const [name, path] of addresses) {
        recorded = [];
        await client.get(path);
        reads.set(name, (await workOfRequest(explainer, [...recorded])).read);
      }
      return reads;
    },
  };
}

async function openSession(client: pg.Client, userId: number): Promise<string> {
  const { token, tokenHash } = createToken();
  await client.query(
    "insert into sessions (token_hash, user_id, expires_at) values ($1, $2, clock_now() + interval '1 day')",
    [tokenHash, userId],
  );
  return `authorization: Bearer ${token}\r\n`;
}

/** Asks again and again on one connection. */
async function ask(baseUrl: string, path: string, header: string, times: number): Promise<number[]> {
  const connection = await HttpConnection.open(baseUrl);
  const samples: number[] = [];
  for (let round = 0; round < times; round++) {
    const before = performance.now();
    const answer = await connection.request("GET", path, header);
    if (answer.status === 503) {
      await new Promise((resolve) => setTimeout(resolve, 250));
      continue;
    }
    samples.push(performance.now() - before);
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${answer.body.slice(0, 200)}`);
  }
  connection.close();
  return samples;
}
