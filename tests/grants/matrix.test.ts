import { afterAll, beforeAll, expect, test } from "vitest";
import type { Endpoint } from "#contract/endpoint.ts";
import { GrantKind } from "#contract/grants/kinds.ts";
import { rightOf, rights, type Right } from "#contract/grants/rights.ts";
import { sabotage } from "#testing/sabotage.ts";
import type { Client, SiteOptions } from "#testing/site.ts";
import {
  createSamples,
  createScene,
  extendConfirmations,
  keyOf,
  send,
  type Sample,
  type Scene,
} from "#tests/api/scene.ts";
import { callOf, createHolders, isNamed, listOf, outcomeOf, readTables, type Holders } from "./matrix-kit.ts";
import { createWorld, type World } from "./matrix-scene.ts";

interface Matrix {
  scene: Scene;
  own: World;
  other: World;
  holders: Holders;
  samples: Record<string, Sample>;
}

/** A busy site with two events, and people with grants for one of them or for all. */
async function prepareMatrix(options: SiteOptions = {}): Promise<Matrix> {
  const scene = await createScene(options);
  const own = await createWorld(scene.site, scene.people.admin, "Ownwords");
  const other = await createWorld(scene.site, scene.people.admin, "Otherwise");
  const holders = await createHolders(scene.site, own);
  for (const endpoint of scene.site.app.endpoints) await holders.without(rightOf(endpoint)?.grants ?? []);
  await extendConfirmations(scene);
  return { scene, own, other, holders, samples: createSamples(scene) };
}

let matrix: Matrix;
beforeAll(async () => void (matrix = await prepareMatrix()), 120_000);
afterAll(() => matrix.scene.site.close());

/** What someone gets for a call, compared with what they should get. */
async function differs(endpoint: Endpoint, who: string, as: Client, call: Sample, expected: string): Promise<string[]> {
  const outcome = outcomeOf(await send(endpoint, call, as));
  const fits = expected === "passes" ? outcome === "ok" || outcome === "409" : outcome === expected;
  return fits ? [] : [`${keyOf(endpoint)} as ${who}: ${outcome}, not ${expected}`];
}

/** Everyone whom an endpoint must refuse. */
async function walkRefusals({ scene: { people }, own, other, holders, samples }: Matrix, endpoint: Endpoint) {
  const right = rightOf(endpoint);
  const refusal = endpoint.access === "public" ? "not_found" : "not_allowed";
  const sample = samples[keyOf(endpoint)]!;
  const call = right === undefined ? sample : callOf(endpoint, sample, own);
  const holes = [
    ...(await differs(endpoint, "user", people.user, call, refusal)),
    ...(await differs(endpoint, "any other grant", await holders.without(right?.grants ?? []), call, refusal)),
  ];
  if (endpoint.access !== "moderator")
    holes.push(...(await differs(endpoint, "moderator", people.moderator, call, refusal)));
  if (right === undefined || right.scope === "rows") return holes;
  for (const kind of right.grants) {
    const [as, named] = [holders.ofOwn[kind], callOf(endpoint, sample, other)];
    const expected = isNamed(right) ? "not_found" : refusal;
    holes.push(...(await differs(endpoint, `${kind} of another event`, as, named, expected)));
  }
  return holes;
}

/** Everyone whom grants let through. */
async function walkRights({ own, other, holders, samples }: Matrix, endpoint: Endpoint, right: Right) {
  const holes: string[] = [];
  const sample = samples[keyOf(endpoint)]!;
  for (const kind of right.grants) {
    const all = holders.ofAll[kind];
    // A promoter's results aren't of one event, so that a grant for one doesn't open them.
    const isOfOwn = isNamed(right) && (right.scope.noun !== "promoter" || kind === "promoter");
    if (isOfOwn) {
      const call = callOf(endpoint, sample, own);
      holes.push(...(await differs(endpoint, `${kind} of its event`, holders.ofOwn[kind], call, "passes")));
    }
    if (all !== undefined) {
      const call = isNamed(right) ? callOf(endpoint, sample, other) : sample;
      holes.push(...(await differs(endpoint, `${kind} of all events`, all, call, "passes")));
    }
  }
  return holes;
}

/** Which words a list has for someone. */
async function wordsOf({ own, other }: Matrix, endpoint: Endpoint, as: Client, about: World): Promise<string> {
  const answer = await as.call(endpoint.method, listOf(endpoint, about));
  if (answer.status !== 200) return `${answer.status}`;
  return [own, other].flatMap(({ word }) => (answer.text.includes(word) ? [word] : [])).join(" ");
}

/** Lists that show rows of other events, or none of one's own. */
async function walkRows(of: Matrix, endpoint: Endpoint, right: Right) {
  const { own, other, holders } = of;
  const holes: string[] = [];
  const compare = async (who: string, as: Client, about: World, expected: string) => {
    const words = await wordsOf(of, endpoint, as, about);
    if (words !== expected)
      holes.push(`${keyOf(endpoint)} about ${about.word} as ${who}: "${words}", not "${expected}"`);
  };
  const needsEvent = listOf(endpoint, own) !== endpoint.path;
  for (const kind of right.grants) {
    const all = holders.ofAll[kind];
    await compare(`${kind} of its event`, holders.ofOwn[kind], own, own.word);
    if (needsEvent) await compare(`${kind} of another event`, holders.ofOwn[kind], other, "");
    if (all !== undefined && needsEvent) await compare(`${kind} of all events`, all, other, other.word);
    if (all !== undefined && !needsEvent) await compare(`${kind} of all events`, all, own, `${own.word} ${other.word}`);
  }
  return holes;
}

const endpoints = () => matrix.scene.site.app.endpoints;
const staffOnly = (endpoint: Endpoint) =>
  endpoint.access === "admin" || endpoint.access === "moderator" || rightOf(endpoint) !== undefined;
const areaOf = ({ path }: Endpoint) =>
  path
    .split("/")
    .slice(0, path.startsWith("/api/admin") ? 4 : 3)
    .join("/");

test("every right is of an endpoint that there is", () => {
  const keys = new Set(endpoints().filter(staffOnly).map(keyOf));
  expect(Object.keys(rights).filter((key) => !keys.has(key))).toEqual([]);
});

test("every endpoint refuses everyone whose grants don't cover the call, and changes nothing", async () => {
  const areas = Object.groupBy(endpoints().filter(staffOnly), areaOf);
  const holes: string[] = [];
  let before = await readTables(matrix.scene.site);
  for (const [area, members] of Object.entries(areas)) {
    for (const endpoint of members!) holes.push(...(await walkRefusals(matrix, endpoint)));
    const after = await readTables(matrix.scene.site);
    const changed = Object.keys(after).filter((name) => after[name] !== before[name]);
    if (changed.length > 0) holes.push(`${area} changed ${changed.join(", ")}`);
    before = after;
  }
  expect(holes).toEqual([]);
}, 120_000);

test("lists have the rows of one's own events, and no others", async () => {
  const holes: string[] = [];
  for (const endpoint of endpoints()) {
    const right = rightOf(endpoint);
    if (right?.scope === "rows" && endpoint.method === "GET" && !endpoint.path.endsWith(".xlsx"))
      holes.push(...(await walkRows(matrix, endpoint, right)));
  }
  expect(holes).toEqual([]);
}, 60_000);

test("every grant opens what the table says, for its event or for all", async () => {
  const holes: string[] = [];
  // What reads before what writes: some of it deletes or revokes what others read.
  const readsFirst = endpoints().toSorted((a, b) => Number(a.method !== "GET") - Number(b.method !== "GET"));
  for (const endpoint of readsFirst) {
    const right = rightOf(endpoint);
    // No world has a handover to undo.
    if (endpoint.path === "/api/door/pickups/undo") continue;
    if (right !== undefined && (right.scope !== "rows" || endpoint.method !== "GET"))
      holes.push(...(await walkRights(matrix, endpoint, right)));
  }
  expect(holes).toEqual([]);
}, 120_000);

test("every grant opens something", () => {
  const opened = new Set(Object.values(rights).flatMap(({ grants }) => grants));
  expect([...opened].toSorted()).toEqual(GrantKind.options.toSorted());
});

test("the matrix detects queries that lost their condition", async () => {
  const inEvents = (column: string) => new RegExp(`${column} = any\\(\\$\\d+::bigint\\[\\]\\)`);
  const broken = await prepareMatrix({
    rewriteSql: sabotage(
      // Lists of tickets and of comps, the door's events, and the check of a ticket that a call names.
      [inEvents("t\\.event_id"), "(true or $&)", { in: 'as "ticketId"' }],
      [inEvents("k\\.event_id"), "(true or $&)", { in: 'as "batchId"' }],
      [inEvents("e\\.id"), "(true or $&)", { in: "e.visibility <> 'draft'" }],
      [inEvents("event_id"), "(true or $&)", { in: "select count(*) from tickets where id" }],
    ),
  });
  try {
    const of = (key: string) => broken.scene.site.app.endpoints.find((endpoint) => keyOf(endpoint) === key)!;
    const rowsOf = (key: string) => walkRows(broken, of(key), rights[key]!);
    const lists = ["GET /api/admin/tickets", "GET /api/admin/comps", "GET /api/door/events"];
    for (const key of lists) expect(await rowsOf(key), key).not.toEqual([]);
    expect(await walkRefusals(broken, of("POST /api/admin/tickets/{id}/rename"))).toEqual([
      expect.stringContaining("as box_office of another event: ok"),
    ]);
    expect(await rowsOf("GET /api/admin/orders")).toEqual([]);
  } finally {
    await broken.scene.site.close();
  }
}, 120_000);
