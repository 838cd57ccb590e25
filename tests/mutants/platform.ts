import { part } from "./mutant.ts";

const platform = "src/server/platform";
const pages = "src/server/pages";

export const platformAndPages = part({
  name: "platform",
  tests: ["tests/platform", "tests/api", "tests/lists", platform, pages],
  mutants: [
    {
      id: "cursor-skips-a-row",
      file: `${platform}/db/keyset.ts`,
      today: "rows.length > slice.pageSize ? shown.at(-1) : undefined",
      fault: "rows.length > slice.pageSize ? rows.at(-1) : undefined",
      harm: "The exported list misses a guest at the end of every page.",
    },
    {
      id: "reply-of-another-person",
      file: `${platform}/idempotency.ts`,
      today: "on k.user_id = w.user_id and k.route = w.route and k.key = w.key",
      fault: "on k.route = w.route and k.key = w.key",
      harm: "Two people whose devices send the same key get each other's orders.",
    },
    {
      id: "formula-in-the-export",
      file: `${platform}/csv.ts`,
      today: "isFormula(cell) ? `'${cell}` : cell",
      fault: "cell",
      harm: "A guest's name runs as a formula on the accountant's computer.",
    },
    {
      id: "limits-per-ipv6-address",
      file: `${platform}/http/limits.ts`,
      today: ".slice(0, 4);",
      fault: ".slice(0, 8);",
      harm: "Someone with one ordinary connection guesses passwords from billions of addresses.",
    },
    {
      id: "flood-derives-each-time",
      file: `${platform}/proof/issuer.ts`,
      today: "if (former !== undefined && !isUsed((await former).parameters.nonce)) return former;",
      fault: "",
      harm: "Each refused call of a flood costs the site a derivation.",
    },
    {
      id: "used-challenge-again",
      file: `${platform}/proof/issuer.ts`,
      today: "former !== undefined && !isUsed((await former).parameters.nonce)",
      fault: "former !== undefined",
      harm: "A fan's phone solves a challenge that a stranger has used, and is refused.",
    },
    {
      id: "solvers-pay-for-floods",
      file: `${platform}/proof/index.ts`,
      today: "if (isNew) levels.lower(network);",
      fault: "",
      harm: "The more fans of a venue do the work, the harder it gets for all of them.",
    },
    {
      id: "signed-in-sees-the-public-page",
      file: "src/server/pages.ts",
      today: "const shared = dev || hasSession(request) ? undefined : await cache.get(url);",
      fault: "const shared = dev ? undefined : await cache.get(url);",
      harm: "A signed-in person sees the page of someone who isn't signed in.",
    },
    {
      id: "order-key-leaks-by-referrer",
      file: `${pages}/security-headers.ts`,
      today: "/[?&](?:token|key|confirm-email|sign-in|promoter|claim|stop-email)=/",
      fault: "/[?&](?:token|confirm-email|sign-in|promoter|claim|stop-email)=/",
      harm: "The next site that a buyer visits learns the key to their tickets.",
    },
  ],
});
