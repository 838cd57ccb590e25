import { existsSync } from "node:fs";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { sql } from "kysely";
import { createToken } from "#server/modules/accounts/sessions.ts";
import type { Database } from "#server/platform/db/database.ts";
import { StartFailure } from "#server/platform/app-error.ts";
import { findSubjects, questions, type Asker } from "#testing/list-questions.ts";
import { startBare } from "./kit/bare-server.ts";
import { findOtherLists } from "./kit/every-list.ts";
import { percentile, ratioOf, readOptions } from "./kit/figures.ts";
import { HttpConnection } from "./kit/http-client.ts";
import { startSite } from "./kit/running-site.ts";

const deepPage = 400;

/**
 * How long every list of the API, and some details, take at scale, one question after the other: the first page, the last
 * that a number reaches, and the one after it by its cursor; in milliseconds and against one `select 1` over HTTP of the
 * same run. Needs a folder that `npm run seed -- --scale` filled: `--data FOLDER`.
 */
export async function run(args: string[]): Promise<void> {
  const options = readOptions(args, { data: "", rounds: "25", only: "" });
  const folder = options.data!;
  if (!existsSync(join(folder, "postgres", "cluster"))) {
    throw new StartFailure(
      `Fill a folder first (DATA_DIR=FOLDER npm run seed -- --scale), then name it: npm run bench -- lists --data FOLDER.${folder === "" ? "" : ` ${folder} has no database.`}`,
    );
  }
  const site = await startSite({}, folder);
  const bare = await startBare("select-one", site.url);
  const sessions = new Map<Asker, { id: number; header: string }>();
  try {
    const subjects = await findSubjects(site.db);
    sessions.set("admin", await openSession(site.db, "admin"));
    sessions.set("buyer", await openSession(site.db, "user", subjects.buyerId));
    const rounds = Number(options.rounds);
    const limit = await ask(bare.baseUrl, "/?", "", rounds * 4);
    const limitMs = percentile(limit.samples, 0.5);
    console.log(`select 1 over HTTP: ${limitMs.toFixed(2)} ms at the median\n`);
    console.log(`${"ms median".padStart(10)}${"p95".padStart(8)}${"ratio".padStart(7)}`);
    const asked = questions(subjects);
    const others = findOtherLists(asked, subjects);
    for (const { asker, path } of [...asked, ...others.questions]) {
      if (!path.includes(options.only!)) continue;
      const header = sessions.get(asker)?.header ?? "";
      for (const depth of await depthsOf(site.baseUrl, path, header)) {
        const { samples } = await ask(site.baseUrl, depth.path, header, rounds);
        const median = percentile(samples, 0.5);
        console.log(
          `${median.toFixed(1).padStart(10)}${percentile(samples, 0.95).toFixed(1).padStart(8)}` +
            `${ratioOf(median, limitMs).toFixed(0).padStart(6)}x  ${path}${depth.name}`,
        );
      }
    }
    console.log(`\nnot measured, because they need a row that isn't there: ${others.left.join(", ")}`);
  } finally {
    for (const { id } of sessions.values()) await closeSession(site.db, id);
    bare.stop();
    await site.stop();
  }
}

const withQuery = (path: string, query: string) => `${path}${path.includes("?") ? "&" : "?"}${query}`;

/** The pages of a list that are asked for; a detail has one. */
async function depthsOf(baseUrl: string, path: string, header: string): Promise<{ name: string; path: string }[]> {
  const first = { name: "", path };
  const { body } = await ask(baseUrl, path, header, 1);
  const list = JSON.parse(body) as { total?: number; pageSize?: number; nextCursor?: string | null };
  if (list.nextCursor === undefined || list.nextCursor === null || list.total === undefined) return [first];
  const last = Math.min(deepPage, Math.floor((list.total - 1) / list.pageSize!));
  if (last < 2) return [first];
  const deep = { name: `  (page ${last})`, path: withQuery(path, `page=${last}`) };
  const { nextCursor } = JSON.parse((await ask(baseUrl, deep.path, header, 1)).body) as { nextCursor: string | null };
  if (nextCursor === null) return [first, deep];
  return [first, deep, { name: `  (cursor after page ${last})`, path: withQuery(path, `cursor=${nextCursor}`) }];
}

/** Asks again and again on one connection; each time by another address, so that no kept answer is given. */
async function ask(baseUrl: string, path: string, header: string, times: number) {
  const connection = await HttpConnection.open(baseUrl);
  const samples: number[] = [];
  let body = "";
  let refused = 0;
  for (let round = 0; round < times; round++) {
    const before = performance.now();
    const answer = await connection.request("GET", encodeURI(withQuery(path, `round=${round}`)), header);
    if (answer.status === 503 && refused++ < 20) {
      // The site turns requests away while the machine is busy with something else.
      await new Promise((resolve) => setTimeout(resolve, 250));
      round--;
      continue;
    }
    samples.push(performance.now() - before);
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${answer.body.slice(0, 200)}`);
    body = answer.body;
  }
  connection.close();
  return { samples, body };
}

/** A session of somebody who is there, or of somebody made for the purpose. */
async function openSession(db: Database, role: string, userId?: number): Promise<{ id: number; header: string }> {
  const { token, tokenHash } = createToken();
  const made = sql<{ id: number }>`
    insert into users (username, display_name, role) values (${`bench-${token.slice(0, 12)}`}, 'Bench', ${role}) returning id`;
  const id = userId ?? (await made.execute(db)).rows[0]!.id;
  await sql`insert into sessions (token_hash, user_id, expires_at)
    values (${tokenHash}, ${id}, clock_now() + interval '1 hour')`.execute(db);
  return { id, header: `authorization: Bearer ${token}\r\n` };
}

async function closeSession(db: Database, id: number): Promise<void> {
  await sql`delete from sessions where user_id = ${id} and expires_at < clock_now() + interval '2 hours'`.execute(db);
  await sql`delete from users where id = ${id} and display_name = 'Bench'`.execute(db);
}
