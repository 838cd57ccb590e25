import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { expect, test } from "vitest";
import { migrate } from "#server/platform/db/migrate.ts";
import { createEmptyDatabase } from "#testing/database.ts";
import { silentLog } from "#testing/own-cluster.ts";

const all = join(import.meta.dirname, "../../db/migrations");

test("existing events get their publish time from the log, their schedule, or their creation", async () => {
  const folder = mkdtempSync(join(tmpdir(), "migrations-"));
  const database = await createEmptyDatabase();
  const pool = new pg.Pool(database.connection);
  pool.on("error", () => undefined);
  try {
    for (const name of readdirSync(all).filter((file) => file < "0054")) cpSync(join(all, name), join(folder, name));
    await migrate(pool, { log: silentLog, folder });
    await pool.query("insert into venues (name, city, region, country) values ('The Yard', 'Brooklyn', 'NY', 'US')");
    const poster = { key: "house", alt: "", dominant: "#0A0B0C", accent: "#c9a24b", width: 4, height: 5 };
    for (const [title, visibility] of [
      ["by-hand", "published"],
      ["by-plan", "published"],
      ["unknown", "published"],
      ["draft", "draft"],
    ]) {
      await pool.query(
        `insert into events (venue_id, slug, title, summary, description, starts_at, ends_at, time_zone, poster,
           visibility, created_at)
         values (1, $1, $1, '', '', '2026-01-01', '2026-01-02', 'UTC', $2, $3, '2025-11-01T00:00:00Z')`,
        [title, JSON.stringify(poster), visibility],
      );
    }
    await pool.query(
      `insert into audit_log (staff_id, staff_name, action, target_kind, target_id, at, after) values
         (1, 'Ann', 'night.published', 'night', '1', '2025-11-05T00:00:00Z', null),
         (1, 'Ann', 'night.published', 'night', '1', '2025-11-09T00:00:00Z', null),
         (1, 'Ann', 'night.scheduled', 'night', '2', '2025-11-02T00:00:00Z', '{"publishAt": "2025-11-12T00:00:00.000Z"}')`,
    );
    await migrate(pool, { log: silentLog, folder: all });
    const { rows } = await pool.query("select title, published_at from events order by id");
    expect(rows).toEqual([
      { title: "by-hand", published_at: new Date("2025-11-05T00:00:00Z") },
      { title: "by-plan", published_at: new Date("2025-11-12T00:00:00Z") },
      { title: "unknown", published_at: new Date("2025-11-01T00:00:00Z") },
      { title: "draft", published_at: null },
    ]);
  } finally {
    await pool.end();
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  }
});
