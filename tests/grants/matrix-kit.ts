import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Endpoint } from "#contract/endpoint.ts";
import { GrantKind } from "#contract/grants/kinds.ts";
import { rightOf, type Right, type ScopedNoun } from "#contract/grants/rights.ts";
import type { Refusal } from "#testing/replies.ts";
import type { Answer, Client, Site } from "#testing/site.ts";
import type { Sample } from "#tests/api/scene.ts";
import type { World } from "./matrix-scene.ts";

const eventKinds = ["door", "box_office", "marketing", "finance"] as const;

/** Gives someone one grant: for one event, for all of them, or for a world's host or promoter. */
async function insertGrant({ db }: Site, userId: number, kind: GrantKind, world: World | undefined): Promise<void> {
  const [hostId, promoterId] = [kind === "host" ? world!.host : null, kind === "promoter" ? world!.promoter : null];
  const eventId = hostId === null && promoterId === null ? (world?.event ?? null) : null;
  await sql`insert into grants (user_id, kind, event_id, host_id, promoter_id)
    values (${userId}, ${kind}, ${eventId}, ${hostId}, ${promoterId})`.execute(db);
}

/** People with one grant each: for the own world, or for all events; and people with every grant but some. */
export async function createHolders(site: Site, own: World) {
  const holder = async (kind: GrantKind, world: World | undefined) => {
    const person = await site.as("user");
    await insertGrant(site, person.id, kind, world);
    return person;
  };
  const ofOwn = {} as Record<GrantKind, Client>;
  for (const kind of GrantKind.options) ofOwn[kind] = await holder(kind, own);
  const ofAll: Partial<Record<GrantKind, Client>> = {};
  for (const kind of eventKinds) ofAll[kind] = await holder(kind, undefined);
  const others = new Map<string, Client>();
  /** Whoever has every grant there is, for everything, except these. */
  const without = async (grants: readonly GrantKind[]): Promise<Client> => {
    const name = grants.join(" ");
    const known = others.get(name);
    if (known !== undefined) return known;
    const person = await site.as("user");
    for (const kind of GrantKind.options.filter((each) => !grants.includes(each)))
      await insertGrant(site, person.id, kind, kind === "host" || kind === "promoter" ? own : undefined);
    others.set(name, person);
    return person;
  };
  return { ofOwn, ofAll, without };
}

export type Holders = Awaited<ReturnType<typeof createHolders>>;

/** A call of an endpoint that names a world's rows instead of the sample's. */
export function callOf(endpoint: Endpoint, sample: Sample, world: World): Sample {
  const right = rightOf(endpoint);
  if (right === undefined || !isNamed(right)) return sample;
  const { path } = endpoint;
  const { noun, at } = right.scope;
  const id = at !== "params.id" ? world.ticket : path.includes("comp-batches") ? world.batch : world[noun as "event"];
  const query = at === "query.event" ? `event=${world.event}&show=all` : sample.url.split("?")[1];
  return {
    ...sample,
    url:
      path.replace("{id}", String(id)).replace("{documentId}", String(world.documentId)) + (query ? `?${query}` : ""),
    ...(sample.headers && { headers: { ...sample.headers, ...newKey(sample) } }),
    ...(sample.body === undefined
      ? {}
      : { body: noun === "comp_wish" ? wishOf(sample, world) : renamed(sample.body, world) }),
  };
}

/** Comps of a world's host. */
const wishOf = ({ body }: Sample, world: World) => ({ ...(renamed(body, world) as object), hostId: world.host });

const newKey = ({ headers }: Sample): Record<string, string> =>
  headers?.["idempotency-key"] ? { "idempotency-key": randomUUID() } : {};

const ids = { eventId: "event", ticketTypeId: "ticketType", hostId: "host", ticketId: "ticket", code: "code" } as const;

/** A body with the ids of a world. */
function renamed(value: unknown, world: World): unknown {
  if (Array.isArray(value)) return value.map((each) => renamed(each, world));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => {
      if (name === "scanId") return [name, randomUUID()];
      return [name, name in ids ? world[ids[name as keyof typeof ids]] : renamed(each, world)];
    }),
  );
}

/** Of which events a list is asked, where its query needs one. */
const listQueries: Record<string, (world: World) => string> = {
  "/api/door/scans": ({ event }) => `?event=${event}&show=all`,
  "/api/admin/scans": ({ event }) => `?event=${event}&show=all`,
  "/api/admin/comp-hosts": ({ event }) => `?eventId=${event}`,
};

/** A list without filters, or with the event that it needs. */
export function listOf({ path }: Endpoint, world: World): string {
  return path + (listQueries[path.replace(/\.(csv|xlsx)$/, "")]?.(world) ?? "");
}

/** What became of a call: the code of its refusal, or its status. */
export const outcomeOf = ({ status, body }: Answer<Refusal>): string =>
  status === 401 || status === 403 || status === 404 ? String(body.code) : status < 300 ? "ok" : String(status);

/** Checksums of the contents of every table. */
export async function readTables({ db }: Site): Promise<Record<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`
    select quote_ident(tablename) as name from pg_tables where schemaname = 'public' order by 1`.execute(db);
  const parts = tables.map(
    ({ name }) =>
      sql`select ${name}::text as name, coalesce(md5(string_agg(t::text, ' ' order by t::text)), '') as sum from ${sql.raw(name)} t`,
  );
  const { rows } = await sql<{ name: string; sum: string }>`${sql.join(parts, sql` union all `)}`.execute(db);
  return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]));
}

/** Whether a right is of the rows that a call names. */
export const isNamed = (right: Right): right is Right & { scope: { noun: ScopedNoun; at: string } } =>
  typeof right.scope !== "string";
