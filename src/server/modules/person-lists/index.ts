import { readPersonList } from "#contract/person-lists.ts";
import { route } from "#server/platform/http/route.ts";
import { defineModule } from "#server/platform/module.ts";
import { readList } from "./service.ts";

/** Lists of people that staff bring: files and pasted text, read by one set of rules. */
export const personLists = defineModule("person-lists", () => ({
  routes: (context) => route(context, readPersonList, ({ file, query }) => readList(file!, query)),
}));
