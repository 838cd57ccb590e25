import type pg from "pg";
import { openDatabase, type ConnectionSettings, type OpenDatabase } from "#server/platform/db/database.ts";

/** A database whose clock can be set: everything that asks it for the time gets the moved time. */
export interface TimeMachine extends OpenDatabase {
  /** Sets the clock. Nothing may be running meanwhile. */
  travelTo(instant: Date): Promise<void>;
  /** Resets the clock to the demo's present. */
  returnToNow(): Promise<void>;
}

const size = 6;

/**
 * Opens a small pool whose connections all share the same moved clock (`sg.clock_offset`, see 0001_foundation.sql).
 *
 * @param now the demo's present, from which the clock goes on
 */
export function openTimeMachine(connection: ConnectionSettings, now: Date): TimeMachine {
  const opened = openDatabase(connection, { size });
  const offsetTo = (instant: Date) => `${((instant.getTime() - Date.now()) / 1000).toFixed(3)} seconds`;
  const present = offsetTo(now);
  let offset = present;
  const set = (client: pg.ClientBase) =>
    // The demo's last commit is synchronous; until then a power cut costs only a restart.
    client.query("select set_config('sg.clock_offset', $1, false), set_config('synchronous_commit', 'off', false)", [
      offset,
    ]);
  // A connection opened in between is set before anyone can use it: its queries run in order.
  opened.pool.on("connect", (client) => void set(client).catch(() => undefined));

  async function setAll(next: string): Promise<void> {
    offset = next;
    const clients = await Promise.all(Array.from({ length: size }, () => opened.pool.connect()));
    await Promise.all(clients.map(set));
    for (const client of clients) client.release();
  }
  return {
    ...opened,
    travelTo: (instant) => setAll(offsetTo(instant)),
    returnToNow: () => setAll(present),
  };
}
