import pg from "pg";
import type { z } from "zod";

/**
 * A column of a result. Its type in TypeScript follows from what is declared here, and tests compare every result with
 * it. In production nothing does.
 */
export interface Column<Value> {
  /** The ids of the PostgreSQL types that are read as such a value. */
  readonly types: readonly number[];
  readonly isNullable: boolean;
  /** For columns in which not every value of these types is expected. */
  readonly accepts?: (value: unknown) => boolean;
  /** Only the compiler reads it: no column has it. */
  readonly value?: Value;
}

/** The columns of a result by their names: neither more nor fewer. */
export type Shape = Readonly<Record<string, Column<unknown>>>;

/** A row of a result with these columns. */
export type RowFrom<Columns extends Shape> = {
  [Name in keyof Columns]: Columns[Name] extends Column<infer Value> ? Value : never;
};

const { BOOL, BPCHAR, BYTEA, FLOAT4, FLOAT8, INT2, INT4, INT8, JSON, JSONB, TEXT, TIMESTAMPTZ, UUID, VARCHAR } =
  pg.types.builtins;

const column = <Value>(types: readonly number[], accepts?: Column<Value>["accepts"]): Column<Value> => ({
  types,
  isNullable: false,
  ...(accepts && { accepts }),
});

/** Not `numeric`, which sums of `bigint` are: the driver reads it as text. */
export const integer = column<number>([INT2, INT4, INT8]);
export const float = column<number>([FLOAT4, FLOAT8]);
export const text = column<string>([TEXT, VARCHAR, BPCHAR]);
export const uuid = column<string>([UUID]);
export const bool = column<boolean>([BOOL]);
/** A `timestamptz`. */
export const instant = column<Date>([TIMESTAMPTZ]);
export const bytes = column<Buffer>([BYTEA]);

/** A column that may also have no value. */
export const orNull = <Value>(of: Column<Value>): Column<Value | null> => ({ ...of, isNullable: true });

/** A text out of these. */
export const oneOf = <const Text extends string>(...texts: readonly Text[]): Column<Text> =>
  column(text.types, (value) => texts.includes(value as Text));

/** The array types that are read as such values. The driver reads the numbers of `bigint[]` as text. */
const arrayTypes = new Map([
  [BOOL, 1000],
  [INT2, 1005],
  [INT4, 1007],
  [TEXT, 1009],
  [TIMESTAMPTZ, 1185],
  [UUID, 2951],
]);

/** An array. */
export const listOf = <Value>({ types, accepts }: Column<Value>): Column<Value[]> =>
  column(
    types.flatMap((type) => arrayTypes.get(type) ?? []),
    accepts && ((value) => (value as unknown[]).every(accepts)),
  );

/** JSON of this shape. Instants in it are texts as PostgreSQL writes them. */
export const json = <Field extends z.ZodType>(field: Field): Column<z.output<Field>> =>
  column([JSON, JSONB], (value) => {
    const { error } = field.safeParse(value);
    return error === undefined || error.issues.every(({ code }) => code === "invalid_format");
  });

type ReadAs<Field> = Field extends z.ZodISODateTime
  ? Date
  : Field extends z.ZodNullable<infer Inner>
    ? ReadAs<Inner> | null
    : z.output<Field>;

/** The columns behind fields of the contract: instants are dates, objects and arrays are JSON. */
export const columnsOf = <Fields extends Record<string, z.ZodType>>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, columnOf(field)])) as {
    [Name in keyof Fields]: Column<ReadAs<Fields[Name]>>;
  };

function columnOf(field: z.ZodType): Column<unknown> {
  const def = (field as z.ZodNullable<z.ZodType> | z.ZodISODateTime | z.ZodEnum | z.ZodBoolean | z.ZodNumber).def;
  switch (def.type) {
    case "nullable":
      return orNull(columnOf(def.innerType));
    case "boolean":
      return bool;
    case "number":
      return column([...integer.types, ...float.types]);
    case "enum":
      return oneOf(...Object.values(def.entries).map(String));
    case "string":
      return def.format === "datetime" ? instant : column([...text.types, ...uuid.types]);
    default:
      return json(field);
  }
}
