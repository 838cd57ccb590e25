import { createHash } from "node:crypto";
import type pg from "pg";
import { invariants } from "../invariants.ts";
import type { Invariant } from "./invariant.ts";

/** The schema of the views. Migrations drop it first, because no column that a view names can be changed. */
export const viewsSchema = "invariants";

/** The view of an invariant: `invariants.i_11`. */
export const viewOf = ({ id }: Pick<Invariant, "id">) => `${viewsSchema}.${id.toLowerCase().replace("-", "_")}`;

/** Distinguishes the views of one version of the site from those of another. */
export const viewsVersion = (of: readonly Invariant[] = invariants) =>
  createHash("sha256").update(JSON.stringify(of)).digest("hex").slice(0, 16);

const text = (words: string) => `'${words.replaceAll("'", "''")}'`;

/** The version of a database's views; undefined if it has none. */
export async function findViewsVersion(client: Pick<pg.ClientBase, "query">): Promise<string | undefined> {
  const { rows } = await client.query<{ version: string | null }>(
    `select obj_description(oid, 'pg_namespace') as version from pg_namespace where nspname = $1`,
    [viewsSchema],
  );
  return rows[0]?.version ?? undefined;
}

/**
 * Creates a view for every invariant, for people with psql and for other tools; any row in a view violates it. Nodes
 * that start together take turns, and the second finds nothing to do.
 */
export async function installViews(pool: pg.Pool, of: readonly Invariant[] = invariants): Promise<void> {
  const version = viewsVersion(of);
  if ((await findViewsVersion(pool)) === version) return;
  const views = of.flatMap((invariant) => [
    `create view ${viewOf(invariant)} as ${invariant.sql}`,
    `comment on view ${viewOf(invariant)} is ${text(invariant.holds)}`,
  ]);
  const client = await pool.connect();
  try {
    await client.query("begin");
    await client.query("select pg_advisory_xact_lock(hashtextextended('invariants: views', 0))");
    if ((await findViewsVersion(client)) !== version) {
      await client.query(`drop schema if exists ${viewsSchema} cascade`);
      await client.query(`create schema ${viewsSchema}`);
      for (const view of views) await client.query(view);
      await client.query(`comment on schema ${viewsSchema} is ${text(version)}`);
    }
    await client.query("commit");
  } catch (error) {
    await client.query("rollback").catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}
