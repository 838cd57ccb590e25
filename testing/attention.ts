import type { Client } from "./site.ts";

/** What the dashboard says needs attention, by name. */
export async function readAttention(admin: Client): Promise<Record<string, number>> {
  const { body } = await admin.get("/api/admin/trend");
  return Object.fromEntries(body.attention.map(({ name, count }) => [name, count]));
}
