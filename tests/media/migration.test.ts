import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { expect, test } from "vitest";
import { migrate } from "#server/platform/db/migrate.ts";
import { createEmptyDatabase } from "#testing/database.ts";
import { silentLog } from "#testing/own-cluster.ts";

const all = join(import.meta.dirname, "../../db/migrations");

test("posters that events had before the library are in it, and in use", async () => {
  const folder = mkdtempSync(join(tmpdir(), "migrations-"));
  const database = await createEmptyDatabase();
  const pool = new pg.Pool(database.connection);
  pool.on("error", () => undefined);
  try {
    for (const name of readdirSync(all).filter((file) => file < "0021")) cpSync(join(all, name), join(folder, name));
    await migrate(pool, { log: silentLog, folder });
    const poster = (key: string) =>
      JSON.stringify({
        key,
        alt: "A mask",
        dominant: "#0A0B0C",
        accent: "#c9a24b",
        placeholder: null,
        width: 4,
        height: 5,
      });
    await pool.query("insert into venues (name, city, region, country) values ('The Yard', 'Brooklyn', 'NY', 'US')");
    for (const [title, key] of [
      ["First", "tropic-noir"],
      ["Second", "tropic-noir"],
      ["Third", "last-lap"],
    ] as const) {
      await pool.query(
        `insert into events (venue_id, slug, title, summary, description, starts_at, ends_at, time_zone, poster)
         values (1, lower($1), $1, '', '', '2026-01-01', '2026-01-02', 'UTC', $2)`,
        [title, poster(key)],
      );
    }
    await migrate(pool, { log: silentLog });
    const { rows } = await pool.query(
      `select p.key, p.status, p.alt, p.dominant, array_agg(u.label order by u.label) as labels from pictures p
       join picture_uses u on u.picture_id = p.id and u.kind = 'event' group by p.id order by p.key`,
    );
    const common = { status: "ready", alt: "A mask", dominant: "#0a0b0c" };
    expect(rows).toEqual([
      { key: "last-lap", ...common, labels: ["Third"] },
      { key: "tropic-noir", ...common, labels: ["First", "Second"] },
    ]);
  } finally {
    await pool.end();
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  }
});
