import pg from "pg";

/** Loaded into a server for a negative control: errors of the pool's idle connections have no listener. */
const on = pg.Pool.prototype.on;
pg.Pool.prototype.on = function deaf(this: pg.Pool, ...[name, listener]: Parameters<typeof on>) {
  return name === ("error" as string) ? this : on.call(this, name, listener);
};
