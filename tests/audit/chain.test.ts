import { readFile } from "node:fs/promises";
import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { checkInvariants, invariants } from "#db/invariants.ts";
import { createEndTeller, sealAuditLog, walkAuditLog } from "#server/modules/audit/chain/service.ts";
import { recordAction } from "#server/modules/audit/index.ts";
import { inTransaction, openDatabase, type Tx } from "#server/platform/db/database.ts";
import { installMeetingPoint } from "#tests/kit/meeting-point.ts";
import { sabotage, withoutRowLocks } from "#tests/kit/sabotage.ts";
import { createSite, type Site, type SiteOptions } from "#tests/kit/site.ts";

let sites: Site[] = [];
afterEach(async () => {
  for (const site of sites.reverse()) await site.close();
  sites = [];
});

async function open(options: SiteOptions = {}): Promise<Site> {
  const site = await createSite(options);
  sites.push(site);
  return site;
}

const entry = (tx: Tx, n: number) =>
  recordAction(tx, {
    staff: { id: 1, displayName: "Admin" },
    action: "order.noted",
    target: { kind: "order", id: n },
    after: { n, text: `Ça va, "${n}"?` },
    ...(n % 2 === 0 ? { reason: "Asked for it" } : {}),
  });

const write = (site: Site, ...ns: number[]) =>
  inTransaction(site.db, async (tx) => {
    for (const n of ns) await entry(tx, n);
  });

const broken = (site: Site) =>
  checkInvariants(
    site.db,
    invariants.filter(({ id }) => id === "I-51"),
  );

const chain = async (site: Site) => (await (await site.as("admin")).get("/api/admin/audit/chain")).body;
const seals = async (site: Site) =>
  (
    await sql<{ position: number; entryId: number }>`
    select position, entry_id as "entryId" from audit_seals order by position`.execute(site.db)
  ).rows;

/** Changes what nobody may, as somebody could who has the whole database. */
async function tamper(site: Site, ...statements: string[]) {
  await site.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    for (const statement of statements) await sql.raw(statement).execute(tx);
  });
}

test("what staff do is sealed, and after a round along the log staff read since when it is whole", async () => {
  const site = await open();
  await write(site, 1, 2, 3);
  expect(await chain(site)).toMatchObject({ state: "unknown", sealed: 0, sealedAt: null, wholeAt: null, waiting: 3 });
  await site.app.sweep("audit-seals");
  await site.app.sweep("audit-walk");
  const whole = await chain(site);
  expect(whole).toMatchObject({ state: "whole", sealed: 3, waiting: 0, brokenEntryId: null, brokenSince: null });
  expect(whole.hash).toMatch(/^[0-9a-f]{64}$/);
  expect(whole.wholeAt).not.toBeNull();
  expect(await broken(site)).toEqual([]);
});

test("an entry that was changed, taken out or put in is found: by the whole question, by the walk and by the minute's look", async () => {
  const ways: [string[], number][] = [
    [["update audit_log set after = '{\"n\": 20}' where id = 2"], 2],
    [["delete from audit_log where id = 2"], 2],
    [["delete from audit_seals where entry_id = 2", "delete from audit_log where id = 2"], 3],
    [
      [
        "insert into audit_log (staff_id, staff_name, action, target_kind, target_id) values (9, 'X', 'mail.resent', 'mail', '1')",
      ],
      5,
    ],
  ];
  for (const [statements, first] of ways) {
    const site = await open();
    await write(site, 1, 2, 3, 4);
    await site.app.sweep("audit-seals");
    await walkAuditLog(site.db);
    await tamper(site, ...statements);
    expect(await broken(site)).toMatchObject([{ id: "I-51", rows: [{ entry_id: first }] }]);
    expect([await walkAuditLog(site.db, 3), await walkAuditLog(site.db, 3)]).toContain(first);
    expect(await chain(site)).toMatchObject({ state: "broken", brokenEntryId: first });
    await site.app.sweep("invariants");
    const { body } = await site.anon.get("/readyz?details");
    expect(body.invariants.broken).toMatchObject([{ id: "I-51" }]);
    expect((await chain(site)).brokenSince).not.toBeNull();
  }
});

test("an end that was cut off with its seals is missed", async () => {
  const site = await open();
  await write(site, 1, 2, 3);
  await site.app.sweep("audit-seals");
  await tamper(site, "delete from audit_seals where position = 3", "delete from audit_log where id = 3");
  expect(await broken(site)).toMatchObject([{ rows: [{ what: "the end of the chain is gone" }] }]);
});

test("entries from before there was a chain are sealed as they would have been at the time", async () => {
  const site = await open();
  await write(site, 1, 2, 3);
  await site.app.sweep("audit-seals");
  const before = await chain(site);
  await tamper(site, "truncate audit_seals", "delete from audit_chain", "insert into audit_chain default values");
  const file = await readFile("db/migrations/0051_audit_chain.sql", "utf8");
  await sql.raw(file.slice(file.indexOf("do $$"))).execute(site.db);
  expect(await chain(site)).toMatchObject({ sealed: 3, hash: before.hash });
  expect(await broken(site)).toEqual([]);
});

test("seals cannot be changed or taken away", async () => {
  const site = await open();
  await write(site, 1);
  await site.app.sweep("audit-seals");
  for (const statement of [
    sql`update audit_seals set position = 2`,
    sql`delete from audit_seals`,
    sql`truncate audit_seals`,
  ]) {
    await expect(statement.execute(site.db)).rejects.toThrow("the audit log is only ever added to");
  }
});

test("what was broken and is put right again is whole after the next round", async () => {
  const site = await open();
  await write(site, 1, 2);
  await site.app.sweep("audit-seals");
  await tamper(site, "update audit_log set target_id = '7' where id = 1");
  await walkAuditLog(site.db);
  expect((await chain(site)).state).toBe("broken");
  await tamper(site, "update audit_log set target_id = '1' where id = 1");
  await walkAuditLog(site.db);
  expect((await chain(site)).state).toBe("whole");
});

test("the minute's look reads the newest entries only, and what the walk found among the older", async () => {
  const site = await open();
  await write(site, ...Array.from({ length: 505 }, (_, index) => index + 1));
  await site.app.sweep("audit-seals");
  expect((await chain(site)).sealed).toBe(505);
  await tamper(site, "update audit_log set target_id = '7' where id = 1");
  const quick = invariants
    .filter(({ id }) => id === "I-51")
    .map((invariant) => ({ ...invariant, sql: invariant.quick! }));
  expect(await checkInvariants(site.db, quick)).toEqual([]);
  await walkAuditLog(site.db, 100);
  expect(await checkInvariants(site.db, quick)).toMatchObject([
    { rows: [{ entry_id: 1, what: "found on the last walk" }] },
  ]);
});

test("an entry that waits too long for its seal is told", async () => {
  const site = await open();
  await write(site, 1);
  await sql`update audit_unsealed set since = since - interval '6 minutes'`.execute(site.db);
  expect(await chain(site)).toMatchObject({ state: "late", waiting: 1 });
  await site.app.sweep("invariants");
  expect((await site.anon.get("/readyz?details")).body.invariants.broken).toMatchObject([{ id: "I-51" }]);
});

test("who writes to the log waits for nobody, and what is committed late is sealed late", async () => {
  const site = await open();
  let finish = () => {};
  const held = new Promise<void>((resolve) => (finish = resolve));
  let begun = () => {};
  const isWritten = new Promise<void>((resolve) => (begun = resolve));
  const slow = inTransaction(site.db, async (tx) => {
    await entry(tx, 1);
    begun();
    await held;
  });
  await isWritten;
  await write(site, 2);
  await site.app.sweep("audit-seals");
  expect(await seals(site)).toEqual([{ position: 1, entryId: 2 }]);
  finish();
  await slow;
  await site.app.sweep("audit-seals");
  expect(await seals(site)).toEqual([
    { position: 1, entryId: 2 },
    { position: 2, entryId: 1 },
  ]);
  expect(await broken(site)).toEqual([]);
});

/** Four nodes seal at once while eighty entries are written, round after round; says how many runs failed. */
async function sealTogether(): Promise<{ site: Site; failures: number }> {
  const site = await open();
  const nodes = Array.from({ length: 3 }, () => openDatabase(site.database.connection));
  let failures = 0;
  try {
    for (let round = 0; round < 8; round++) {
      const writing = Array.from({ length: 10 }, (_, index) => write(site, round * 10 + index));
      const sealing = [site.db, ...nodes.map(({ db }) => db)].map((db) => sealAuditLog(db).catch(() => failures++));
      await Promise.all([...writing, ...sealing]);
      await Promise.all([site.db, ...nodes.map(({ db }) => db)].map((db) => sealAuditLog(db).catch(() => failures++)));
    }
  } finally {
    for (const node of nodes) await node.close();
  }
  return { site, failures };
}

test("four nodes that seal at once make one chain", async () => {
  const { site, failures } = await sealTogether();
  await site.app.sweep("audit-seals");
  expect(failures).toBe(0);
  expect((await seals(site)).map(({ position }) => position)).toEqual(
    Array.from({ length: 80 }, (_, index) => index + 1),
  );
  expect(await broken(site)).toEqual([]);
});

test("without the lock on the chain's end they would get in each other's way, and only the second wall stands", async () => {
  // Both have read where the chain ends before either goes on from there.
  const together = sabotage(withoutRowLocks(), [
    "from audit_chain\n",
    "from audit_chain cross join (select meet(2)) as moment\n",
  ]);
  const site = await open({ rewriteSql: together });
  await installMeetingPoint(site.db);
  await write(site, 1, 2, 3);
  const sealing = await Promise.allSettled([sealAuditLog(site.db), sealAuditLog(site.db)]);
  expect(sealing.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  expect(await seals(site)).toHaveLength(3);
  expect(await broken(site)).toEqual([]);
});

test("where the chain ends is told to the log each hour in which it moved on", async () => {
  const site = await open();
  const told: unknown[] = [];
  let now = 0;
  const tellEnd = createEndTeller({ info: (fields: unknown) => void told.push(fields) } as never, () => now);
  await write(site, 1);
  await site.app.sweep("audit-seals");
  await tellEnd(site.db);
  await write(site, 2);
  await site.app.sweep("audit-seals");
  await tellEnd(site.db);
  now = 3_600_000;
  await tellEnd(site.db);
  now = 7_300_000;
  await tellEnd(site.db);
  expect(told).toMatchObject([{ sealed: 1 }, { sealed: 2 }]);
  expect(told[1]).toEqual({ sealed: 2, hash: (await chain(site)).hash });
});
