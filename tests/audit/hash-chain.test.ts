import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { checkInvariants, invariants } from "#db/invariants.ts";
import { createEndLogger, hashAuditLog, walkAuditLog } from "#server/modules/audit/hash-chain.ts";
import { recordAction } from "#server/modules/audit/index.ts";
import { inTransaction, openDatabase, type Tx } from "#server/platform/db/database.ts";
import { sabotage, withoutRowLocks } from "#testing/sabotage.ts";
import { createSite, type Site, type SiteOptions } from "#testing/site.ts";

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

const hashChain = async (site: Site) => (await (await site.as("admin")).get("/api/admin/audit/hash-chain")).body;
const hashes = async (site: Site) =>
  (
    await sql<{ position: number; entryId: number }>`
    select position, entry_id as "entryId" from audit_hashes order by position`.execute(site.db)
  ).rows;

/** Changes what nobody is allowed to, as someone with full database access could. */
async function tamper(site: Site, ...statements: string[]) {
  await site.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    for (const statement of statements) await sql.raw(statement).execute(tx);
  });
}

test("staff actions are hashed, and after a full check staff see when the log was last verified", async () => {
  const site = await open();
  await write(site, 1, 2, 3);
  expect(await hashChain(site)).toMatchObject({
    status: "unknown",
    hashed: 0,
    hashedAt: null,
    wholeAt: null,
    waiting: 3,
  });
  await site.app.runJob("audit-hashes");
  await site.app.runJob("audit-walk");
  const whole = await hashChain(site);
  expect(whole).toMatchObject({ status: "whole", hashed: 3, waiting: 0, brokenEntryId: null, brokenSince: null });
  expect(whole.hash).toMatch(/^[0-9a-f]{64}$/);
  expect(whole.wholeAt).not.toBeNull();
  expect(await broken(site)).toEqual([]);
});

test("a changed, deleted or inserted entry is found by the full query, the walk and the check that runs every minute", async () => {
  const ways: [string[], number][] = [
    [["update audit_log set after = '{\"n\": 20}' where id = 2"], 2],
    [["delete from audit_log where id = 2"], 2],
    [["delete from audit_hashes where entry_id = 2", "delete from audit_log where id = 2"], 3],
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
    await site.app.runJob("audit-hashes");
    await walkAuditLog(site.db);
    await tamper(site, ...statements);
    expect(await broken(site)).toMatchObject([{ id: "I-51", rows: [{ entry_id: first }] }]);
    expect([await walkAuditLog(site.db, 3), await walkAuditLog(site.db, 3)]).toContain(first);
    expect(await hashChain(site)).toMatchObject({ status: "broken", brokenEntryId: first });
    await site.app.runJob("invariants");
    const { body } = await site.anon.get("/readyz?details");
    expect(body.invariants!.broken).toMatchObject([{ id: "I-51" }]);
    expect((await hashChain(site)).brokenSince).not.toBeNull();
  }
});

test("an end cut off together with its hashes is detected", async () => {
  const site = await open();
  await write(site, 1, 2, 3);
  await site.app.runJob("audit-hashes");
  await tamper(site, "delete from audit_hashes where position = 3", "delete from audit_log where id = 3");
  expect(await broken(site)).toMatchObject([{ rows: [{ what: "the end of the hash chain is missing" }] }]);
});

test("hashes can't be changed or deleted", async () => {
  const site = await open();
  await write(site, 1);
  await site.app.runJob("audit-hashes");
  for (const statement of [
    sql`update audit_hashes set position = 2`,
    sql`delete from audit_hashes`,
    sql`truncate audit_hashes`,
  ]) {
    await expect(statement.execute(site.db)).rejects.toThrow("the audit log is only ever added to");
  }
});

test("a broken log that is repaired counts as intact after the next check", async () => {
  const site = await open();
  await write(site, 1, 2);
  await site.app.runJob("audit-hashes");
  await tamper(site, "update audit_log set target_id = '7' where id = 1");
  await walkAuditLog(site.db);
  expect((await hashChain(site)).status).toBe("broken");
  await tamper(site, "update audit_log set target_id = '1' where id = 1");
  await walkAuditLog(site.db);
  expect((await hashChain(site)).status).toBe("whole");
});

test("the check that runs every minute reads only the newest entries and the walk's findings in older ones", async () => {
  const site = await open();
  await write(site, ...Array.from({ length: 505 }, (_, index) => index + 1));
  await site.app.runJob("audit-hashes");
  expect((await hashChain(site)).hashed).toBe(505);
  await tamper(site, "update audit_log set target_id = '7' where id = 1");
  const quick = invariants
    .filter(({ id }) => id === "I-51")
    .map((invariant) => ({ ...invariant, sql: invariant.quick! }));
  expect(await checkInvariants(site.db, quick)).toEqual([]);
  await walkAuditLog(site.db, 100);
  expect(await checkInvariants(site.db, quick)).toMatchObject([
    { rows: [{ entry_id: 1, what: "found by the last full check" }] },
  ]);
});

test("an entry that waits too long for its hash is reported", async () => {
  const site = await open();
  await write(site, 1);
  await sql`update audit_unhashed set since = since - interval '6 minutes'`.execute(site.db);
  expect(await hashChain(site)).toMatchObject({ status: "late", waiting: 1 });
  await site.app.runJob("invariants");
  expect((await site.anon.get("/readyz?details")).body.invariants!.broken).toMatchObject([{ id: "I-51" }]);
});

test("writing to the log waits for nobody, and an entry committed late is hashed late", async () => {
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
  await site.app.runJob("audit-hashes");
  expect(await hashes(site)).toEqual([{ position: 1, entryId: 2 }]);
  finish();
  await slow;
  await site.app.runJob("audit-hashes");
  expect(await hashes(site)).toEqual([
    { position: 1, entryId: 2 },
    { position: 2, entryId: 1 },
  ]);
  expect(await broken(site)).toEqual([]);
});

/** Four nodes hash at once while eighty entries are written, in rounds. Returns how many runs failed. */
async function hashTogether(): Promise<{ site: Site; failures: number }> {
  const site = await open();
  const nodes = Array.from({ length: 3 }, () => openDatabase(site.database.connection));
  let failures = 0;
  try {
    for (let round = 0; round < 8; round++) {
      const writing = Array.from({ length: 10 }, (_, index) => write(site, round * 10 + index));
      const hashing = [site.db, ...nodes.map(({ db }) => db)].map((db) => hashAuditLog(db).catch(() => failures++));
      await Promise.all([...writing, ...hashing]);
      await Promise.all([site.db, ...nodes.map(({ db }) => db)].map((db) => hashAuditLog(db).catch(() => failures++)));
    }
  } finally {
    for (const node of nodes) await node.close();
  }
  return { site, failures };
}

test("four nodes that hash at once make one chain", async () => {
  const { site, failures } = await hashTogether();
  await site.app.runJob("audit-hashes");
  expect(failures).toBe(0);
  expect((await hashes(site)).map(({ position }) => position)).toEqual(
    Array.from({ length: 80 }, (_, index) => index + 1),
  );
  expect(await broken(site)).toEqual([]);
});

test("without the lock on the chain's end, they conflict, and only the second safeguard holds", async () => {
  // Both read where the chain ends before either continues from there.
  const together = sabotage(withoutRowLocks(), [
    "from audit_hash_chain\n",
    "from audit_hash_chain cross join (select meet(2)) as moment\n",
  ]);
  const site = await open({ rewriteSql: together });
  await write(site, 1, 2, 3);
  const hashing = await Promise.allSettled([hashAuditLog(site.db), hashAuditLog(site.db)]);
  expect(hashing.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  expect(await hashes(site)).toHaveLength(3);
  expect(await broken(site)).toEqual([]);
});

test("the chain's end is logged once for each hour in which it changed", async () => {
  const site = await open();
  const logged: unknown[] = [];
  let now = 0;
  const logEnd = createEndLogger({ info: (fields: unknown) => void logged.push(fields) } as never, () => now);
  await write(site, 1);
  await site.app.runJob("audit-hashes");
  await logEnd(site.db);
  await write(site, 2);
  await site.app.runJob("audit-hashes");
  await logEnd(site.db);
  now = 3_600_000;
  await logEnd(site.db);
  now = 7_300_000;
  await logEnd(site.db);
  expect(logged).toMatchObject([{ hashed: 1 }, { hashed: 2 }]);
  expect(logged[1]).toEqual({ hashed: 2, hash: (await hashChain(site)).hash });
});
