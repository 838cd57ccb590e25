import type { Finding } from "./finding.ts";
import { isTest, locationOf } from "./rooms.ts";
import { isCode, type SourceFile } from "./source-file.ts";

/**
 * How many statements of a module assert what they return, instead of declaring it in a shape that tests compare with
 * the result. The list only shrinks; a module that isn't in it has none.
 */
export const assertedRows: Record<string, number> = {
  accounts: 38,
  admin: 24,
  analytics: 20,
  "attendee-updates": 2,
  audit: 6,
  "banned-words": 1,
  campaigns: 28,
  carts: 5,
  chat: 17,
  community: 74,
  comps: 17,
  consent: 6,
  delivery: 6,
  door: 4,
  email: 21,
  "error-reports": 2,
  events: 32,
  fulfillment: 17,
  invariants: 3,
  media: 25,
  "order-documents": 6,
  promotions: 9,
  reconciliation: 17,
  reminders: 7,
  settings: 2,
  shop: 61,
  streams: 35,
  "ticket-changes": 2,
};

const asserting = /\b(?:allRows|firstRow|onlyRow|mapRows|allValues|firstValue|onlyValue)\([\w.#]+\)/g;

/** Checks that statements declare the columns they return: no module asserts more of them than the list says, or fewer. */
export function checkAssertedRows(files: SourceFile[], allowed: Record<string, number> = assertedRows): Finding[] {
  const counts = new Map(Object.keys(allowed).map((module) => [module, 0]));
  const first = new Map<string, { file: string; line: number }>();
  for (const { path, text } of files.filter((file) => isCode(file) && !isTest(file.path))) {
    const module = locationOf(path).module;
    if (module === undefined || !path.startsWith("src/server/")) continue;
    for (const { index } of text.matchAll(asserting)) {
      counts.set(module, (counts.get(module) ?? 0) + 1);
      if (!first.has(module)) first.set(module, { file: path, line: text.slice(0, index).split("\n").length });
    }
  }
  return [...counts].flatMap(([module, count]): Finding[] => {
    const most = allowed[module] ?? 0;
    if (count > most) {
      const message = `${count} statements of ${module} assert what they return, ${most} may: pass the columns of db/columns.ts`;
      return [{ ...first.get(module)!, rule: "asserted-rows", message }];
    }
    if (count === most) return [];
    const message = `only ${count} statements of ${module} assert what they return: write ${count === 0 ? "none" : String(count)}`;
    return [{ file: "scripts/structure/asserted-rows.ts", rule: "asserted-rows", message }];
  });
}
