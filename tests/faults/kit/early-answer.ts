import pg from "pg";

/**
 * Loaded into a server for a negative control: it reports a transaction as done a quarter of a second before the
 * database is asked to commit it.
 */
type Query = (this: pg.Client, ...args: unknown[]) => Promise<unknown>;

const query = pg.Client.prototype.query as Query;
const hasty: Query = function (...args) {
  const text = (args[0] as { text?: string }).text ?? args[0];
  if (text !== "commit") return query.apply(this, args);
  const ignore = () => undefined;
  query.call(this, "select pg_sleep(0.25)").catch(ignore);
  query.apply(this, args).catch(ignore);
  return Promise.resolve({ command: "COMMIT", rowCount: null, rows: [], fields: [], oid: 0 });
};
pg.Client.prototype.query = hasty as typeof pg.Client.prototype.query;
