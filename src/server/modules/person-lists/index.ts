import { readPersonList, type PersonList } from "#contract/person-lists.ts";
import { route } from "#server/platform/http/route.ts";
import { defineModule } from "#server/platform/module.ts";
import { runBeside } from "#server/platform/tables/beside.ts";
import { tableLimits } from "#server/platform/tables/table.ts";
import type { ListQuestion } from "./read-people.ts";

/** Lists of people that staff bring: files and pasted text, read by one set of rules. */
export const personLists = defineModule("person-lists", () => ({
  routes: (context) => route(context, readPersonList, ({ file, query }) => readList(file!, query)),
}));

const program = new URL("./list-program.ts", import.meta.url);

/**
 * Reads a file or pasted text as a list of people, in a thread beside the event loop. Stores nothing.
 *
 * @throws AppError `invalid_input` with a sentence that says what to save as | `unavailable`
 */
function readList(bytes: Uint8Array, question: ListQuestion): Promise<PersonList> {
  return runBeside<PersonList>(program, { bytes, question }, tableLimits);
}
