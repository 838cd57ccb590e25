import { createServer, type AddressInfo } from "node:net";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { expect, test } from "vitest";
import { createEmptyDatabase, type TestDatabase } from "#testing/database.ts";
import { onBehalfOfSite, onNobodysBehalf } from "./crash/cut-off.ts";
import { arm } from "./crash/hook.ts";

/**
 * A site that never gives up: it writes, calls someone and writes again, on a new connection if something fails. Once
 * `hurry` has been called it waits milliseconds for each response.
 */
function startSite(database: TestDatabase, provider: number) {
  const hurried = Promise.withResolvers<void>();
  const attempts = { count: 0 };
  const briefly = async (work: Promise<unknown>) => {
    const late = hurried.promise.then(() => sleep(5)).then(() => Promise.reject(new Error("It takes too long")));
    late.catch(() => undefined);
    await Promise.race([work, late]);
  };
  const insist = async () => {
    for (;;) {
      attempts.count++;
      const client = new pg.Client(database.connection);
      client.on("error", () => undefined);
      try {
        await briefly(client.connect());
        for (;;) {
          await briefly(client.query("insert into work default values"));
          await briefly(fetch(`http://127.0.0.1:${provider}`));
          await sleep(1);
        }
      } catch {
        await sleep(1);
      }
    }
  };
  void insist();
  return { attempts, hurry: hurried.resolve };
}

/** Someone outside, who counts the calls. */
async function startProvider() {
  const calls = { count: 0 };
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.on("data", () => {
      calls.count++;
      socket.end("HTTP/1.1 204 No Content\r\nconnection: close\r\n\r\n");
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return { calls, port: (server.address() as AddressInfo).port, close: () => server.close() };
}

async function openDatabase() {
  const database = await createEmptyDatabase();
  const observer = new pg.Client(database.connection);
  await observer.connect();
  await observer.query("create table work (id bigint generated always as identity)");
  const count = async () => Number((await observer.query("select count(*) as n from work")).rows[0].n);
  const others = async () => {
    const { rows } = await observer.query(
      "select count(*) as n from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
    );
    return Number(rows[0].n);
  };
  const close = async () => {
    await observer.end();
    await database.drop();
  };
  return { database, count, others, close };
}

test.for(["before", "after"] as const)(
  "a site that is cut off %s a step leaves its connections and reaches nobody again, while the next one works",
  async (moment) => {
    const [first, second, provider, nextProvider] = await onNobodysBehalf(() =>
      Promise.all([openDatabase(), openDatabase(), startProvider(), startProvider()]),
    );
    // Each round has two steps: a statement and a call.
    const step = 9;
    const cut = Promise.withResolvers<void>();
    const site = onBehalfOfSite(() => startSite(first.database, provider.port), cut.resolve);
    arm({ port: first.database.connection.port }, { step, moment, isCutOff: true });
    await cut.promise;
    await expect.poll(first.others).toBe(0);
    const written = await first.count();
    const called = provider.calls.count;
    expect(written).toBe(moment === "before" ? 4 : 5);

    const next = Promise.withResolvers<void>();
    site.hurry();
    onBehalfOfSite(() => startSite(second.database, nextProvider.port), next.resolve);
    arm({ port: second.database.connection.port }, { step, moment, isCutOff: true });
    await next.promise;
    expect(await second.count()).toBe(written);
    const { count } = site.attempts;
    await expect.poll(() => site.attempts.count).toBeGreaterThan(count + 3);
    expect({ written: await first.count(), called: provider.calls.count, others: await first.others() }).toEqual({
      written,
      called,
      others: 0,
    });
    await Promise.all([first.close(), second.close()]);
    provider.close();
    nextProvider.close();
  },
);
