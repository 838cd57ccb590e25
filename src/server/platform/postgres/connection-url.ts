import type { DatabaseConnection } from "./settings.ts";

/** A connection as an address for DATABASE_URL; a socket's folder stands in the query, where `pg` and psql both look for it. */
export function toConnectionUrl({ host, port, user, password, database }: DatabaseConnection): string {
  const login = [user, ...(password === undefined ? [] : [password])].map(encodeURIComponent).join(":");
  return host.startsWith("/")
    ? `postgresql://${login}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
    : `postgresql://${login}@${host}:${port}/${database}`;
}
