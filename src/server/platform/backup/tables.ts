import { Readable } from "node:stream";
import pg from "pg";
import { StartFailure, type StartLog } from "../app-error.ts";
import type { ConnectionSettings } from "../db/database.ts";
import { migrate } from "../db/migrate.ts";
import { textEntry } from "./backup-file.ts";
import { copyIn, copyOut } from "./copy-rows.ts";
import type { TarEntry } from "./tar.ts";

/** A table and the columns that are stored, both quoted for SQL. */
interface CopiedTable {
  table: string;
  columns: string;
}

interface Sequence {
  name: string;
  /** Null for one that was never used. */
  lastValue: string | null;
}

const tablesName = "tables.json";
const sequencesName = "sequences.json";
const ownSchemas = "n.nspname not in ('information_schema', 'invariants') and n.nspname not like 'pg\\_%'";

const readTables = async (client: pg.ClientBase): Promise<CopiedTable[]> =>
  (
    await client.query<CopiedTable>(`
      select format('%I.%I', n.nspname, c.relname) as "table",
        string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      where c.relkind = 'r' and ${ownSchemas}
      group by n.nspname, c.relname order by n.nspname, c.relname`)
  ).rows;

/** A connection of its own, without the site's time limits and with plain formats. */
async function open(connection: ConnectionSettings): Promise<pg.Client> {
  const client = new pg.Client(connection);
  client.on("error", () => undefined);
  await client.connect();
  return client;
}

const withoutLimits = `
  set local statement_timeout = 0; set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0;
  set local datestyle = 'ISO, MDY'; set local intervalstyle = 'postgres'; set local timezone = 'UTC';
  set local extra_float_digits = 1; set local client_encoding = 'UTF8'`;

/**
 * Copies all rows of a database in one snapshot: the state at its begin. Writers go on meanwhile.
 *
 * @param folder the rows' folder in the backup
 */
export async function* copyTables(connection: ConnectionSettings, folder: string): AsyncGenerator<TarEntry> {
  const client = await open(connection);
  try {
    await client.query("begin isolation level repeatable read read only");
    await client.query(withoutLimits);
    const tables = await readTables(client);
    yield textEntry(`${folder}/${tablesName}`, JSON.stringify(tables));
    for (const [index, { table, columns }] of tables.entries()) {
      let part = 0;
      for await (const rows of copyOut(client, `copy ${table} (${columns}) to stdout`)) {
        const name = `${folder}/${index}/${part++}`;
        yield { name, mode: 0o600, size: rows.length, content: Readable.from([rows]) };
      }
    }
    // Sequences are outside of snapshots: read last, they are beyond every row that was copied.
    const { rows: sequences } = await client.query<Sequence>(`
      select format('%I.%I', n.nspname, c.relname) as name, pg_sequence_last_value(c.oid)::text as "lastValue"
      from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind = 'S' and ${ownSchemas}`);
    yield textEntry(`${folder}/${sequencesName}`, JSON.stringify(sequences));
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** @throws StartFailure if the database has tables already */
export async function requireEmptyDatabase(connection: ConnectionSettings): Promise<void> {
  const client = await open(connection);
  try {
    if ((await readTables(client)).length === 0) return;
  } finally {
    await client.end().catch(() => undefined);
  }
  throw new StartFailure("The database isn't empty. Restore into a new one, so that nothing is overwritten.");
}

/**
 * Fills an empty database with the rows that `copyTables` read: the schema as it was then, and all rows in one
 * transaction. A newer version of the site migrates them at its next start.
 *
 * @param entries the files of the rows' folder, by their names in it
 */
export async function loadTables(
  connection: ConnectionSettings,
  entries: AsyncIterable<TarEntry>,
  { migration, log }: { migration: number; log: StartLog },
): Promise<void> {
  const client = await open(connection);
  try {
    await migrate(client, { log, upTo: migration });
    const tables = await readTables(client);
    await client.query("begin");
    await client.query(withoutLimits);
    const restoreRules = await suspendRules(client, tables);
    for await (const { name, content } of entries) {
      if (name === tablesName) requireSameTables(await readJson(content), tables);
      else if (name === sequencesName) await setSequences(client, (await readJson(content)) as Sequence[]);
      else {
        const { table, columns } = tables[Number.parseInt(name, 10)]!;
        await copyIn(client, `copy ${table} (${columns}) from stdin`, content);
      }
    }
    await restoreRules();
    await client.query("commit");
    await client.query("analyze");
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * Empties all tables and lets rows come in any order, as they are: no foreign keys, no triggers. The rows obeyed both
 * where they come from.
 *
 * @returns puts both back; foreign keys are checked then
 */
async function suspendRules(client: pg.ClientBase, tables: CopiedTable[]): Promise<() => Promise<void>> {
  const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(`
    select c.conrelid::regclass::text as "table", quote_ident(c.conname) as name, pg_get_constraintdef(c.oid) as definition
    from pg_constraint c join pg_namespace n on n.oid = c.connamespace where c.contype = 'f' and ${ownSchemas}`);
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${name}`);
  for (const { table } of tables) await client.query(`alter table ${table} disable trigger user`);
  await client.query(`truncate ${tables.map(({ table }) => table).join(", ")}`);
  return async () => {
    for (const { table } of tables) await client.query(`alter table ${table} enable trigger user`);
    for (const { table, name, definition } of keys)
      await client.query(`alter table ${table} add constraint ${name} ${definition}`);
  };
}

function requireSameTables(copied: unknown, tables: CopiedTable[]): void {
  if (JSON.stringify(copied) === JSON.stringify(tables)) return;
  throw new StartFailure(
    "The backup has other tables than this version of the site. Restore it with the version that made it.",
  );
}

async function setSequences(client: pg.ClientBase, sequences: Sequence[]): Promise<void> {
  for (const { name, lastValue } of sequences) {
    if (lastValue !== null) await client.query("select setval($1::regclass, $2::bigint)", [name, lastValue]);
  }
}

async function readJson(content: AsyncIterable<Buffer>): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of content) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString("utf8"));
}
