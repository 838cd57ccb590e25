import type { DatabaseConnection } from "./settings.ts";

/**
 * A connection as a URL for DATABASE_URL. A socket's folder goes in the query, where both `pg` and psql look for it.
 */
export function toConnectionUrl({ host, port, user, password, database }: DatabaseConnection): string {
  const login = [user, ...(password === undefined ? [] : [password])].map(encodeURIComponent).join(":");
  return host.startsWith("/")
    ? `postgresql://${login}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
    : `postgresql://${login}@${host}:${port}/${database}`;
}
