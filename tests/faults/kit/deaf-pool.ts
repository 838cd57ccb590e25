import pg from "pg";

/** Loaded into a server for a negative control: nobody hears of a connection of the pool that breaks. */
const on = pg.Pool.prototype.on;
pg.Pool.prototype.on = function deaf(this: pg.Pool, ...[name, listener]: Parameters<typeof on>) {
  return name === ("error" as string) ? this : on.call(this, name, listener);
};
