import { IDBFactory, IDBKeyRange } from "fake-indexeddb";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { rowBytes } from "#contract/door/phone-record.ts";
import { ticketCode } from "#server/modules/tickets/index.ts";
import { createSite, type Client, type Site } from "#testing/site.ts";
import { decideOnPhone, findOnPhone } from "#web/features/door/snapshot/look-up.ts";
import { openStore, readState, storePage, wipeEvent } from "#web/features/door/snapshot/store.ts";
import { readFresh, syncSnapshot, type AskPage } from "#web/features/door/snapshot/sync.ts";
import { CallError } from "#web/lib/call.ts";
import { createScan, sellEvent } from "#tests/door/batch-kit.ts";
import { secretsOf } from "#tests/door/snapshot-kit.ts";

const ticketCount = 50_000;
let site: Site;
let door: Client;
let eventId: number;
let ids: number[];

beforeAll(async () => {
  vi.stubGlobal("IDBKeyRange", IDBKeyRange);
  site = await createSite();
  door = await site.as("moderator");
  const sold = await sellEvent(site, 1);
  eventId = sold.eventId;
  await sql`
    insert into tickets (order_line_id, position, order_id, ticket_type_id, event_id, owner_id, holder_name)
    select order_line_id, 1 + n, order_id, ticket_type_id, event_id, owner_id, 'Givenname' || n || ' Surname' || n
    from tickets cross join generate_series(1, ${ticketCount - 1}) as n where id = ${sold.tickets[0]!.id}`.execute(
    site.db,
  );
  const { rows } = await sql<{ id: number }>`select id from tickets where event_id = ${eventId} order by id`.execute(
    site.db,
  );
  ids = rows.map(({ id }) => id);
});
afterAll(() => {
  vi.unstubAllGlobals();
  return site.close();
});

const codeOf = (ticketId: number, version = 1) => ticketCode({ ticketId, version }, site.app.deps.keys["ticket-codes"]);

const asked: { since?: string; after?: string }[] = [];
const askOf =
  (event: number): AskPage =>
  async (query) => {
    asked.push(query);
    const { status, body, text } = await door.get(
      `/api/door/events/${event}/snapshot?${new URLSearchParams(query).toString()}`,
    );
    if (status !== 200) throw new CallError(status, text);
    return body;
  };

/** Everything that a database of a browser has, keys and values, as bytes. */
async function dump(db: IDBDatabase): Promise<Buffer> {
  const parts: Buffer[] = [];
  for (const name of db.objectStoreNames) {
    const store = db.transaction(name).objectStore(name);
    const all = await new Promise<unknown[]>((resolve) => {
      const request = store.getAll();
      request.addEventListener("success", () => resolve(request.result));
    });
    const keys = await new Promise<unknown[]>((resolve) => {
      const request = store.getAllKeys();
      request.addEventListener("success", () => resolve(request.result));
    });
    for (const value of [...all, ...keys]) {
      parts.push(value instanceof Uint8Array ? Buffer.from(value) : Buffer.from(JSON.stringify(value)));
    }
  }
  return Buffer.concat(parts);
}

/** What of the tickets' people and secrets is in some bytes. */
function findSecrets(bytes: Buffer): string[] {
  // Every name has one of these parts; a sample is searched for as a whole, with its code and keys.
  const parts = ["Givenname", "Surname", "Ada", "Buyer", "@example.com", "SG0000"];
  const sample = Array.from({ length: 250 }, (_, n) => codeOf(ids[n * 200]!));
  const secrets: [string, Buffer][] = sample.flatMap((code): [string, Buffer][] => {
    const { mac, key } = secretsOf(code);
    return [
      ["code", Buffer.from(code)],
      ["signature", mac],
      ["key", key],
      ["key in hex", Buffer.from(key.toString("hex"))],
    ];
  });
  secrets.push(["the site's key", site.app.deps.keys["ticket-codes"]]);
  for (const part of parts)
    secrets.push([part, Buffer.from(part)], [`${part} in UTF-16`, Buffer.from(part, "utf16le")]);
  return [...new Set(secrets.filter(([, secret]) => bytes.includes(secret)).map(([name]) => name))];
}

test("fifty thousand tickets on a phone: who reads the whole store finds no name, email, code or key; a code reads its own ticket", async () => {
  const db = await openStore(new IDBFactory());
  const state = await syncSnapshot(db, eventId, askOf(eventId));
  expect(state.pending).toBeUndefined();
  const bytes = await dump(db);
  expect(bytes.length).toBeGreaterThan(ticketCount * rowBytes);
  expect(findSecrets(bytes)).toEqual([]);
  for (const at of [1, 25_000, 49_999]) {
    const record = await findOnPhone(db, eventId, codeOf(ids[at]!));
    expect(record).toMatchObject({ name: `Givenname${at} S.`, voidReason: undefined });
    expect(decideOnPhone(state, record, { now: Date.now(), isAdmittedHere: false })).toEqual({ verdict: "admitted" });
    expect(decideOnPhone(state, record, { now: Date.now(), isAdmittedHere: true }).verdict).toBe("already_admitted");
  }
  expect(await findOnPhone(db, eventId, codeOf(ids[0]!, 2))).toBeUndefined();
  expect(await findOnPhone(db, eventId, "SG")).toBeUndefined();
  expect(decideOnPhone(state, undefined, { now: Date.now(), isAdmittedHere: false })).toEqual({ verdict: "unknown" });

  // Negative control: the search finds what would be there without encryption.
  const open = Buffer.from("Givenname7 S.".padEnd(rowBytes, "\0"));
  await storePage(db, state, open, { before: state, startsOver: false });
  expect(findSecrets(await dump(db))).toEqual(["Givenname"]);
});

test("a snapshot that is cut off goes on where it was, and later only changes come", async () => {
  const db = await openStore(new IDBFactory());
  const ask = askOf(eventId);
  let pages = 0;
  const cut: AskPage = (query) => (++pages > 3 ? Promise.reject(new TypeError("Failed to fetch")) : ask(query));
  await expect(syncSnapshot(db, eventId, cut)).rejects.toThrow("Failed to fetch");
  expect(await findOnPhone(db, eventId, codeOf(ids[100]!))).toBeDefined();
  expect(await findOnPhone(db, eventId, codeOf(ids[49_000]!))).toBeUndefined();
  // Meanwhile a ticket of a page that has arrived is refunded.
  await sql`update tickets set status = 'refunded', version = version + 1 where id = ${ids[100]!}`.execute(site.db);
  asked.length = 0;
  await syncSnapshot(db, eventId, ask);
  // The seven pages that were missing, and none again.
  expect(asked.filter(({ after }) => after === undefined)).toEqual([]);
  expect(asked.length).toBeLessThanOrEqual(8);
  expect(await findOnPhone(db, eventId, codeOf(ids[49_000]!))).toBeDefined();

  await door.post("/api/scans", createScan(codeOf(ids[200]!), eventId));
  asked.length = 0;
  const state = await syncSnapshot(db, eventId, ask);
  expect(asked).toEqual([{ since: expect.any(String) }]);
  const verdictOf = async (code: string) =>
    decideOnPhone(state, await findOnPhone(db, eventId, code), { now: Date.now(), isAdmittedHere: false });
  expect(await verdictOf(codeOf(ids[100]!))).toEqual({ verdict: "void", reason: "refunded" });
  expect(await verdictOf(codeOf(ids[200]!))).toEqual({ verdict: "already_admitted" });
  expect(await verdictOf(codeOf(ids[201]!))).toEqual({ verdict: "admitted" });
});

test("a phone without contact for a day, or whose access ended, has nothing anymore", async () => {
  const { eventId: small, tickets } = await sellEvent(site, 2);
  const { code } = tickets[0]!;
  const hour = 3_600_000;
  for (const hours of [24.1, -24.1]) {
    const db = await openStore(new IDBFactory());
    await syncSnapshot(db, small, askOf(small));
    expect(await readFresh(db, small, Date.now() + 23.9 * hour)).toBeDefined();
    expect(await findOnPhone(db, small, code)).toBeDefined();
    expect(await readFresh(db, small, Date.now() + hours * hour)).toBeUndefined();
    expect(await dump(db)).toHaveLength(0);
  }
  for (const status of [401, 403]) {
    const db = await openStore(new IDBFactory());
    await syncSnapshot(db, small, askOf(small));
    const proxy: AskPage = () => Promise.reject(new CallError(status, "<h1>Sign in to Wi-Fi</h1>"));
    await expect(syncSnapshot(db, small, proxy)).rejects.toThrow(CallError);
    expect(await findOnPhone(db, small, code)).toBeDefined();
    const refused: AskPage = () =>
      Promise.reject(new CallError(status, JSON.stringify({ code: "not_allowed", message: "" })));
    await expect(syncSnapshot(db, small, refused)).rejects.toThrow(CallError);
    expect(await dump(db)).toHaveLength(0);
  }
});

test("only what is old or refused goes: another event's tickets stay, unless nobody is signed in", async () => {
  const [old, fresh] = [await sellEvent(site, 1), await sellEvent(site, 1)];
  const db = await openStore(new IDBFactory());
  const yesterday = Date.now() - 24.5 * 3_600_000;
  await syncSnapshot(db, old.eventId, askOf(old.eventId), () => yesterday);
  await syncSnapshot(db, fresh.eventId, askOf(fresh.eventId));
  const holds = (of: typeof old) => findOnPhone(db, of.eventId, of.tickets[0]!.code);
  expect(await holds(old)).toBeDefined();
  expect(await readFresh(db, old.eventId, Date.now())).toBeUndefined();
  expect([await holds(old), await holds(fresh)]).toEqual([undefined, expect.anything()]);
  const refuse = (status: number) => () =>
    Promise.reject(new CallError(status, JSON.stringify({ code: "not_allowed", message: "" })));
  await expect(syncSnapshot(db, old.eventId, refuse(404))).rejects.toThrow(CallError);
  expect(await holds(fresh)).toBeDefined();
  await expect(syncSnapshot(db, old.eventId, refuse(401))).rejects.toThrow(CallError);
  expect(await dump(db)).toHaveLength(0);
});

test("a snapshot that is wiped while changes are on their way is fetched again as a whole", async () => {
  const { eventId: small, tickets } = await sellEvent(site, 2);
  const db = await openStore(new IDBFactory());
  const ask = askOf(small);
  await syncSnapshot(db, small, ask);
  let isWiped = false;
  const state = await syncSnapshot(db, small, async (query) => {
    const page = await ask(query);
    if (!isWiped) await wipeEvent(db, small);
    isWiped = true;
    return page;
  });
  expect(state.ticketCount).toBe(2);
  for (const { code } of tickets) expect(await findOnPhone(db, small, code)).toBeDefined();
});

test("an entry window opens on the phone by the server's clock", async () => {
  const doorsAt = new Date(Date.now() + 3_600_000);
  const times = { startsAt: new Date(doorsAt.getTime() + 3_600_000), endsAt: new Date(doorsAt.getTime() + 9_000_000) };
  const { eventId: timed, tickets } = await sellEvent(site, 1, { doorsAt, ...times, entryOpensMinutes: 30 });
  const db = await openStore(new IDBFactory());
  // A phone that is 26 hours behind.
  const phoneNow = () => Date.now() - 26 * 3_600_000;
  const state = await syncSnapshot(db, timed, askOf(timed), phoneNow);
  const record = await findOnPhone(db, timed, tickets[0]!.code);
  const verdictIn = (minutes: number) =>
    decideOnPhone(state, record, { now: phoneNow() + minutes * 60_000, isAdmittedHere: false }).verdict;
  expect([verdictIn(0), verdictIn(25), verdictIn(35)]).toEqual(["not_yet", "not_yet", "admitted"]);
});

test("a snapshot that the server doesn't know anymore is replaced as a whole", async () => {
  const { eventId: small, tickets } = await sellEvent(site, 2);
  const db = await openStore(new IDBFactory());
  const state = await syncSnapshot(db, small, askOf(small));
  await storePage(db, { ...state, cursor: "99999999999999" }, Buffer.alloc(rowBytes, 1), {
    before: state,
    startsOver: false,
  });
  await syncSnapshot(db, small, askOf(small));
  expect((await readState(db, small))!.cursor).not.toBe("99999999999999");
  expect((await dump(db)).includes(Buffer.alloc(rowBytes, 1))).toBe(false);
  expect(await findOnPhone(db, small, tickets[1]!.code)).toBeDefined();
});
