import pg from "pg";
import type { Column } from "#server/platform/db/columns.ts";
import type { Declared } from "#server/platform/db/rows.ts";

/** The part of pg's class of results that its types leave out. */
interface ReadResult {
  rows: object[];
  addFields(fields: pg.FieldDef[]): void;
}

const fieldsOf = Symbol.for("the fields of a result");
const results = pg.Result.prototype as unknown as ReadResult;

// Files that share a process share pg: it is changed once.
if (!Object.hasOwn(results, fieldsOf)) {
  const { addFields } = results;
  Object.defineProperty(results, fieldsOf, { value: true });
  results.addFields = function (fields) {
    Object.defineProperty(this.rows, fieldsOf, { value: fields, configurable: true });
    addFields.call(this, fields);
  };
}

const unchecked = new WeakSet<object>();

/** For the result of a statement from which a test removed a guard: it may be anything. */
export const leaveUnchecked = (rows: object[]): void => void unchecked.add(rows);

/** Results that differ from what their statement declares, since they were last removed. */
const differences: string[] = [];

/** The differences found until now, which then count no more. */
export const removeDifferences = (): string[] => differences.splice(0);

/** @throws Error unless a result has the columns that its statement declares, of these types, and null only where allowed */
export function checkRows(rows: object[], declared: Declared): void {
  if (unchecked.has(rows)) return;
  const fields = (rows as { [fieldsOf]?: pg.FieldDef[] })[fieldsOf] ?? [];
  const found = differenceOf(rows, fields, declared);
  if (found === undefined) return;
  const message = `${found}. It returns ${fields.map(({ name }) => name).join(", ")}`;
  differences.push(message);
  throw new Error(message);
}

function differenceOf(rows: object[], fields: pg.FieldDef[], declared: Declared): string | undefined {
  const columns = Array.isArray(declared)
    ? fields.map(({ name }, index) => [name, declared[index]] as const)
    : Object.entries(declared as Record<string, Column<unknown>>);
  if (columns.length !== (Array.isArray(declared) ? declared : fields).length)
    return "A statement returns more or fewer columns than it declares";
  for (const [name, column] of columns) {
    const field = fields.find((each) => each.name === name);
    if (field === undefined || column === undefined) return `A statement declares "${name}" and doesn't return it`;
    if (!column.types.includes(field.dataTypeID))
      return `"${name}" is declared as one of the types ${column.types.join(", ")}; it has ${field.dataTypeID}`;
    for (const row of rows) {
      const value = (row as Record<string, unknown>)[name];
      if (value === null && !column.isNullable) return `"${name}" is null, which it isn't declared to be`;
      if (value !== null && column.accepts?.(value) === false)
        return `"${name}" has a value that it isn't declared to have: ${JSON.stringify(value)}`;
    }
  }
  return undefined;
}
