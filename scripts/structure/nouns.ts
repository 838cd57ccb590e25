import type { Finding } from "./finding.ts";

/** Where the nouns have their folders; a noun of the contract may also be a single file. */
export const trees = {
  contract: "src/contract",
  server: "src/server/modules",
  web: "src/web/features",
  tests: "tests",
} as const;
export type Tree = keyof typeof trees;

/** A name of a folder, what belongs in it, and the trees that don't have one. */
export interface Row {
  what: string;
  not?: Tree[];
}

/** Everything that the product is made of. A noun has the same name in every tree where it has a folder. */
export const nouns: Record<string, Row> = {
  accounts: {
    what: "people, signing in, second factors, recovery, their data, and how staff help them (`people`)",
  },
  admin: {
    what: "what staff see of several nouns at once: the overview, orders, customers, accounts (`people`), a person's timeline, the Money and Settings pages",
  },
  analytics: {
    what: "what visitors do, what events earn (`earnings`), and whether visitors agree to be counted (`analytics/consent`)",
  },
  "attendee-updates": {
    what: "which buyers a change to an event affects, and the updates to them. Their dialogs are in the event editor",
    not: ["web"],
  },
  audit: { what: "the activity log" },
  "banned-words": {
    what: "words that chat refuses and the community holds. Their list is in the community's admin pages",
    not: ["web"],
  },
  campaigns: { what: "messages to many: audiences, campaigns, automations" },
  carts: { what: "what visitors want to buy together" },
  chat: { what: "chat rooms, their messages and moderation" },
  community: { what: "posts, comments, people, photos, safety, and what members are told (`notifications`)" },
  comps: { what: "free tickets: to one guest, a guest list, by a claim link, from a host" },
  consent: { what: "who wants which emails, and suppressions" },
  delivery: { what: "shipping rates, pickups, sales tax; the fields at checkout and the settings" },
  door: { what: "check-in: scanning, searching, undoing" },
  email: {
    what: "the outbox, the layout, the texts, sending, and whether email arrives. Each noun has its own emails",
  },
  "error-reports": { what: "errors of browsers and of the server" },
  events: { what: "events, venues, dates, ticket types, the editor, the hub and its sales" },
  feeds: { what: "events for calendars, feed readers, search engines and social networks", not: ["web"] },
  fulfillment: { what: "what of orders is shipped, picked up, downloaded and returned" },
  inventory: {
    what: "stock and holds, which only orders and events show. Tests of holds are with those of orders",
    not: ["contract", "web", "tests"],
  },
  invariants: { what: "statements about the database that are always true, and their checks" },
  ledger: { what: "double-entry bookkeeping" },
  media: { what: "the image library" },
  "order-documents": { what: "receipts, invoices, credit notes, the door list, the ledger export" },
  orders: { what: "from hold to delivery: placing, paying, reading, the checkout" },
  payments: { what: "attempts, webhook events, disputes, the sandbox" },
  "person-lists": {
    what: "lists of people that staff bring: how files and pasted text are read, and the field in which they are checked",
  },
  promotions: { what: "promo codes and promoters" },
  purchasables: {
    what: "what an order line can be for. Modules contribute their kinds; a sample kind is among the tests of orders",
    not: ["contract", "web", "tests"],
  },
  reconciliation: { what: "runs against the provider's books, and discrepancies" },
  refunds: {
    what:
      "refunds of tickets, items and whole events. In the server, `orders/refunds` decides and `payments/refunds` sends " +
      "the money, in the tables of these modules",
    not: ["server"],
  },
  reminders: { what: "who wants one email when something opens, goes on sale, is back or is live" },
  restrictions: {
    what: "what keeps a person out of chat, the community or their account (bans, timeouts, mutes, suspensions), in one history",
  },
  search: { what: "the site's search and the one in admin" },
  settings: { what: "the brand's settings and its info sheets" },
  shop: { what: "products, variants, collections, their stock and their editor (`admin`)" },
  splash: { what: "what a visitor sees first", not: ["contract", "server", "tests"] },
  streams: { what: "shows that people watch on the site: the studio, the player, the replay" },
  "ticket-changes": { what: "what staff change about single tickets: holder, code, type; and void them" },
  tickets: { what: "tickets, their codes and their holders" },
};

/** What isn't a noun: shapes that all nouns share, and tests across nouns. */
export const mechanisms: Record<string, { what: string; in: Tree[] }> = {
  api: { what: "what every endpoint must do: access, limits, bad input, metrics", in: ["tests"] },
  components: { what: "the web app in a DOM on a real site, by screen", in: ["tests"] },
  calls: { what: "what a caller sends to an endpoint and gets back, as types", in: ["contract"] },
  endpoint: { what: "how endpoints are declared", in: ["contract"] },
  endpoints: { what: "the endpoints by their names, generated", in: ["contract"] },
  errors: { what: "error codes", in: ["contract"] },
  faults: { what: "crashes and outages", in: ["tests"] },
  "field-messages": { what: "what a field says that refuses a value", in: ["contract"] },
  "form-fields": { what: "fields that several forms have", in: ["contract"] },
  generated: { what: "that generated files are current", in: ["tests"] },
  journeys: { what: "tasks of people in a real browser", in: ["tests"] },
  lists: { what: "paging, searching and query plans of long lists", in: ["tests"] },
  mutants: { what: "changes that some test must notice", in: ["tests"] },
  "code-letters": { what: "the letters and digits of codes, and their bytes", in: ["contract"] },
  figures: { what: "the sentence that says what a figure is, wherever it stands", in: ["contract"] },
  "first-name": { what: "what a greeting calls someone", in: ["contract"] },
  keyboards: { what: "what a code may have been before another keyboard changed it", in: ["contract"] },
  letters: { what: "plain letters for Ł, Ø, ß and their like", in: ["contract"] },
  operations: { what: "health and metrics for operators; in the server `operations.ts`", in: ["contract"] },
  platform: { what: "starting, stopping, migrating, backing up", in: ["tests"] },
  realtime: { what: "the realtime channel; in the server `platform/realtime`", in: ["contract", "tests"] },
  proof: {
    what: "proofs of work, which take the place of a refusal; in the server `platform/proof`",
    in: ["contract"],
  },
  "page-paths": { what: "the paths of all pages, and the paths that no page may have", in: ["contract"] },
  "email-address": { what: "the one form of an email address", in: ["contract"] },
  shapes: { what: "values that many nouns have: ids, cents, instants, pages", in: ["contract"] },
  slug: { what: "the readable part of an address", in: ["contract"] },
  structure: { what: "the checks of the code itself", in: ["tests"] },
  upgrade: { what: "that each version's database migrates to this one", in: ["tests"] },
  markdown: { what: "Markdown as people write it", in: ["contract"] },
  "typed-text": { what: "text as people type and paste it", in: ["contract"] },
  "zoned-time": { what: "local times and instants", in: ["contract"] },
};

const treeNames = Object.keys(trees) as Tree[];
const nounTrees = ({ not = [] }: Row) => treeNames.filter((tree) => !not.includes(tree));
const source = "scripts/structure/nouns.ts";

/**
 * Checks that every folder is named as a noun or a mechanism, and that each of these has the folders that its row says.
 *
 * @param rows the nouns; tests pass their own
 */
export function checkNouns(paths: string[], rows = nouns, others = mechanisms): Finding[] {
  const findings: Finding[] = [];
  for (const tree of treeNames) {
    const expected = new Set([
      ...Object.keys(rows).filter((name) => nounTrees(rows[name]!).includes(tree)),
      ...Object.keys(others).filter((name) => others[name]!.in.includes(tree)),
    ]);
    const actual = namesIn(tree, paths);
    for (const [name, path] of actual) {
      if (expected.has(name)) continue;
      const message = `${name} isn't a noun of ${trees[tree]}/ in ${source}: use the noun's name, or add it there`;
      findings.push({ file: path, rule: "nouns", message });
    }
    for (const name of expected) {
      if (actual.has(name)) continue;
      const message = `${name} has nothing in ${trees[tree]}/: correct its row, or the folder's name`;
      findings.push({ file: source, rule: "nouns", message });
    }
  }
  return findings;
}

/** The names of a tree's folders and single files, each with its first file. */
function namesIn(tree: Tree, paths: string[]): Map<string, string> {
  const names = new Map<string, string>();
  for (const path of paths) {
    if (!path.startsWith(`${trees[tree]}/`) || !/\.[a-z]+$/.test(path) || path.endsWith("/tsconfig.json")) continue;
    const name = path.slice(trees[tree].length + 1).split(/[/.]/, 1)[0]!;
    if (!names.has(name)) names.set(name, path);
  }
  return names;
}

const table = (head: string, rows: string[][]) =>
  [`| ${head} | ${treeNames.join(" | ")} | what belongs to it |`, "|---|---|---|---|---|---|"]
    .concat(rows.map((cells) => `| ${cells.join(" | ")} |`))
    .join("\n");
const cells = (name: string, has: Tree[]) => treeNames.map((tree) => (has.includes(tree) ? name : "–"));

/** The page docs/nouns.md. */
export const writeNouns = (): string => `# Nouns

Generated by \`npm run generate\` from \`${source}\`. Do not edit.

A noun has one name, and its folder has that name in every tree: \`${trees.contract}/\` (a folder, or a single file),
\`${trees.server}/\`, \`${trees.web}/\` and \`${trees.tests}/\`. A dash says that the noun has no folder there.
\`npm run check\` refuses a folder that isn't in these tables, and a row without its folders.

${table(
  "noun",
  Object.entries(nouns).map(([name, row]) => [`**${name}**`, ...cells(name, nounTrees(row)), row.what]),
)}

## What isn't a noun

What all nouns share, and tests across nouns.

${table(
  "mechanism",
  Object.entries(mechanisms).map(([name, row]) => [name, ...cells(name, row.in), row.what]),
)}
`;

/** Checks that docs/nouns.md is what the tables make of it. */
export const checkNounsPage = (text: string | undefined): Finding[] =>
  text === writeNouns()
    ? []
    : [{ file: "docs/nouns.md", rule: "nouns", message: "it isn't what the tables say: run npm run generate" }];
