import type { z } from "zod";

/** What a reply needs of a row, whose times may still be dates. */
type Stored<Reply> = { [Field in keyof Reply]: Reply[Field] | (string extends Reply[Field] ? Date : never) };

/** The fields of a row that a reply declares, with times as UTC instants. Nothing else of the row gets out. */
export function asReply<Reply extends z.ZodObject>({ shape }: Reply, row: Stored<z.output<Reply>>): z.output<Reply> {
  const reply: Record<string, unknown> = {};
  for (const field of Object.keys(shape)) {
    const value: unknown = row[field as keyof typeof row];
    reply[field] = value instanceof Date ? value.toISOString() : value;
  }
  return reply as z.output<Reply>;
}
