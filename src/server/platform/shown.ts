import { z } from "zod";
import { Instant } from "#contract/shapes.ts";

/** What the contract shows, as rows have it: instants are Dates, and text inside JSON. */
export type Stored<Shown> = Shown extends string
  ? string extends Shown
    ? string | Date
    : Shown
  : Shown extends object
    ? { [Field in keyof Shown]: Stored<Shown[Field]> }
    : Shown;

/** Shows rows as a shape of the contract: its fields and no others, with instants as the contract writes them. */
export function shownAs<Shape extends z.ZodObject>(schema: Shape): (row: Stored<z.output<Shape>>) => z.output<Shape> {
  const fields = Object.entries(schema.shape);
  return (row) =>
    Object.fromEntries(
      fields.map(([name, field]) => [name, showField(field, (row as Record<string, unknown>)[name])]),
    ) as z.output<Shape>;
}

function showField(field: unknown, value: unknown): unknown {
  if (value === null || value === undefined) return value;
  const inner = field instanceof z.ZodNullable ? field.unwrap() : field;
  if (inner === Instant) return new Date(value as string | Date).toISOString();
  if (inner instanceof z.ZodArray) return (value as unknown[]).map((each) => showField(inner.element, each));
  return inner instanceof z.ZodObject ? shownAs(inner)(value as Record<string, unknown>) : value;
}
