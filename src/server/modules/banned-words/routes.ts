import * as contract from "#contract/banned-words.ts";
import type { Deps } from "#server/platform/deps.ts";
import { routes, type RouteContext } from "#server/platform/http/route.ts";
import { listWords, setWords } from "./service.ts";

/** The site's banned words, for staff. */
export function bannedWordsRoutes(context: RouteContext, deps: Deps): void {
  routes(context, contract, {
    listBannedWords: async () => ({ words: await listWords(deps) }),
    setBannedWords: async ({ body, principal }) => ({
      words: await setWords(deps, principal!, body.words, body.reason),
    }),
  });
}
