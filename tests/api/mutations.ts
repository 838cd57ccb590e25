type Path = (string | number)[];

/** A body with one error. */
export interface Mutation {
  name: string;
  body: unknown;
}

/** Every way in which one value of a body can be wrong, whatever it means. */
function replacements(value: unknown): [string, unknown][] {
  const others: [string, unknown][] = [
    ["null", null],
    ["true", true],
    ["in an array", [value]],
    ["inside an object", { value }],
  ];
  if (typeof value === "string")
    return [
      ...others,
      ["a number", 7],
      ["NUL in it", `${value}\u0000`],
      ["half a character", `${value}\ud800`],
      // Longer than the longest text that anything takes.
      ["very long", "x".repeat(45_000)],
    ];
  if (typeof value === "number") {
    const numbers = {
      "the number as text": String(value),
      negative: -1,
      fractional: value + 0.5,
      huge: 2 ** 53,
      "beyond all numbers": 1e308,
    };
    return [...others, ...Object.entries(numbers)];
  }
  if (Array.isArray(value))
    return [
      ["null", null],
      ["an object", {}],
      ["text", "text"],
      ["empty", []],
      ["too many", Array(600).fill(value[0])],
    ];
  return [
    ["null", null],
    ["an array", []],
    ["text", "text"],
    ["a number", 7],
  ];
}

/** Keys that no shape has, including ones that target the prototype. */
function strangers(): [string, unknown][] {
  return [
    ["extra", 1],
    ["isAdmin", true],
    ["__proto__", { polluted: true }],
    ["constructor", { prototype: { polluted: true } }],
    ["prototype", { polluted: true }],
    ["toString", "text"],
  ];
}

/**
 * All bodies that differ from a valid one in one place.
 *
 * @param optional paths that may be left out, and what else is valid at a path: `rates empty`, or `rates.0 *` for anything
 */
export function mutate(good: unknown, optional: string[] = []): Mutation[] {
  const found: Mutation[] = [];
  const visit = (value: unknown, path: Path) => {
    const name = path.join(".") || "the body";
    if (optional.includes(`${name} *`)) return;
    for (const [what, wrong] of replacements(value)) {
      // An optional body may also be null.
      if (path.length === 0 && what === "null" && optional.includes("")) continue;
      if (Object.is(wrong, value) || optional.includes(`${name} ${what}`)) continue;
      found.push({ name: `${name}: ${what}`, body: replaceAt(good, path, wrong) });
    }
    if (value === null || typeof value !== "object") return;
    if (!Array.isArray(value)) {
      for (const [key, extra] of strangers())
        found.push({ name: `${name} with ${key}`, body: replaceAt(good, [...path, key], extra) });
    }
    for (const [key, inner] of Object.entries(value)) {
      const at = [...path, Array.isArray(value) ? Number(key) : key];
      if (!optional.includes(at.join(".")) && !Array.isArray(value))
        found.push({ name: `${at.join(".")} left out`, body: replaceAt(good, at, undefined) });
      visit(inner, at);
    }
  };
  visit(good, []);
  return found;
}

function replaceAt(root: unknown, path: Path, value: unknown): unknown {
  const [head, ...rest] = path;
  if (head === undefined) return value;
  const copy: object = Array.isArray(root) ? [...root] : { ...(root as object) };
  const inner = rest.length === 0 ? value : replaceAt((root as Record<string, unknown>)[head], rest, value);
  // Plain assignment would call the setter of __proto__ instead of creating a key.
  Object.defineProperty(copy, head, { value: inner, enumerable: true, configurable: true, writable: true });
  return copy;
}

/** Values that can't be an ID, as written in a URL. */
export const badIds = [
  "0",
  "-1",
  "1.5",
  "1e3",
  "abc",
  "01",
  "9007199254740993",
  "99999999999999999999",
  "%00",
  "1%00",
  "null",
  "..%2f1",
  "%F0%9F%8E%AD",
  "1,2",
  "x".repeat(500),
];
/** The same for a UUID. */
export const badUuids = [
  "1",
  "null",
  "not-a-uuid",
  "00000000-0000-0000-0000-00000000000g",
  "0199b2f0-0000-7000-8000-000000000000%00",
  "%00",
  "{}",
  "a".repeat(500),
];
