import { describe, expect, test } from "vitest";
import { checkCode, checkMigrations } from "../../scripts/structure/code-rules.ts";
import { checkFeatureOrder, checkImports } from "../../scripts/structure/fence.ts";
import { checkReadOrder } from "../../scripts/structure/read-order.ts";
import { checkTables } from "../../scripts/structure/table-ownership.ts";

const packages = { production: new Set(["zod", "kysely", "react", "fastify"]), development: new Set(["vitest"]) };
const imports = (path: string, text: string) => checkImports([{ path, text }], packages).map((finding) => finding.rule);
const code = (path: string, text: string) => checkCode([{ path, text }]).map((finding) => finding.rule);

test.each([
  ["contract-alone", "src/contract/orders/orders.ts", 'import { now } from "#server/platform/clock.ts";'],
  ["packages", "src/contract/orders/orders.ts", 'import React from "react";'],
  ["two-rooms", "src/web/lib/call.ts", 'import { config } from "#server/config.ts";'],
  ["two-rooms", "src/server/app.ts", 'import { routes } from "#web/app/routes.tsx";'],
  ["web-order", "src/web/ui/card.tsx", 'import { useOrder } from "#web/features/orders/queries.ts";'],
  ["web-order", "src/web/features/orders/list.tsx", 'export { page } from "../../pages/home-page.tsx";'],
  [
    "feature-order",
    "src/web/features/events/list.tsx",
    'import { Deck } from "#web/features/tickets/ticket-deck.tsx";',
  ],
  ["feature-order", "src/web/features/events/list.tsx", 'import type { Picks } from "#web/features/tickets/picks.ts";'],
  ["feature-order", "src/web/features/events/list.tsx", 'const load = () => import("../tickets/ticket-deck.tsx");'],
  ["feature-order", "src/web/features/accounts/session.ts", 'export { noun } from "#web/features/audit/changes.ts";'],
  ["plain-ui", "src/web/ui/card.tsx", 'import type { Order } from "#contract/orders/orders.ts";'],
  ["packages", "src/web/lib/call.ts", 'import { readFile } from "node:fs/promises";'],
  ["packages", "src/web/lib/call.ts", 'const { sql } = await import("kysely");'],
  ["server-order", "src/server/platform/log.ts", 'import { placeOrder } from "#server/modules/orders/index.ts";'],
  ["server-order", "src/server/modules/orders/place.ts", 'import { readConfig } from "#server/config.ts";'],
  ["server-order", "src/server/modules/orders/place.ts", 'import { buildApp } from "#server/app.ts";'],
  [
    "module-order",
    "src/server/modules/payments/service.ts",
    'import { readOrders } from "#server/modules/orders/index.ts";',
  ],
  ["module-order", "src/server/modules/payments/service.ts", 'import { x } from "#server/modules/gossip/index.ts";'],
  ["front-door", "src/server/modules/orders/place.ts", 'import * as stock from "#server/modules/inventory/store.ts";'],
  ["front-door", "src/server/app.ts", 'import type { OrderRow } from "./modules/orders/store.ts";'],
  ["front-door", "db/seed/demo.ts", 'import { insertOrders } from "#server/modules/orders/store.ts";'],
  ["routes-call-services", "src/server/modules/orders/routes.ts", 'import * as store from "./store.ts";'],
  [
    "routes-call-services",
    "src/server/modules/orders/admin-routes.ts",
    'import { find } from "./refunds/refund-store.ts";',
  ],
  ["own-address", "src/server/modules/orders/place.ts", 'import { holdStock } from "../inventory/index.ts";'],
  ["packages", "src/server/platform/log.ts", 'import { test } from "vitest";'],
  ["packages", "src/server/platform/log.ts", 'import pad from "left-pad";'],
])("%s rejects an import in %s", (rule, path, text) => {
  expect(imports(path, text)).toContain(rule);
});

test.each([
  ["src/server/modules/orders/place.ts", 'import { holdStock } from "#server/modules/inventory/index.ts";'],
  ["src/server/modules/orders/refunds/service.ts", 'import { findOrders } from "../store.ts";'],
  ["src/server/modules/accounts/routes.ts", 'import type { Row } from "./session-store.ts";'],
  ["src/server/platform/deps.ts", 'import type { Config } from "#server/config.ts";'],
  ["src/server/pages/build.ts", 'import type { Renderer } from "#web/app/render-types.ts";'],
  [
    "src/web/pages/home-page.tsx",
    'import { Card } from "#web/pages/dev/sign-parts.tsx"; import type { Order } from "#contract/orders/orders.ts";',
  ],
  ["src/web/features/tickets/my-events.tsx", 'import { eventQuery } from "#web/features/events/queries.ts";'],
  ["src/web/features/events/days.ts", 'import { zone } from "./zones.ts"; import "#web/features/events/map/map.ts";'],
  ["src/web/features/events/days.test.ts", 'import { picks } from "#web/features/tickets/picks.ts";'],
  ["src/web/app/shell/header.tsx", 'import { UserMenu } from "#web/features/accounts/user-menu.tsx";'],
  [
    "tests/orders/race.test.ts",
    'import { insertOrders } from "#server/modules/orders/store.ts"; import { test } from "vitest";',
  ],
])("an allowed import in %s passes", (path, text) => {
  expect(imports(path, text)).toEqual([]);
});

test.each([
  [["media", "events"], []],
  [["media"], ["featureOrder lacks events: add it after every feature that it uses"]],
  [
    ["media", "events", "gossip"],
    ["featureOrder names gossip, which isn't a feature or is named before: delete it there"],
  ],
  [
    ["media", "events", "media"],
    ["featureOrder names media, which isn't a feature or is named before: delete it there"],
  ],
])("the order %j of the features media and events has the findings %j", (order, messages) => {
  const paths = ["src/web/features/media/a.ts", "src/web/features/events/b.tsx", "src/web/features/loose/c.test.ts"];
  const findings = checkFeatureOrder([...paths, "src/web/lib/call.ts", "src/server/app.ts"], order);
  expect(findings.map(({ message }) => message)).toEqual(messages);
});

test("files that import each other in a circle are rejected, also for types only", () => {
  const file = (name: string, text: string) => ({ path: `src/server/platform/${name}.ts`, text });
  const round = [
    file("a", 'import { b } from "./b.ts";'),
    file("b", 'import { c } from "./c.ts";'),
    file("c", 'import { a } from "./a.ts";'),
  ];
  expect(checkImports(round, packages).map(({ rule, message }) => [rule, message])).toEqual([
    [
      "no-cycles",
      "server/platform/a.ts → server/platform/b.ts → server/platform/c.ts → server/platform/a.ts: move what both need into a third file",
    ],
  ]);
  const types = [file("a", 'import { b } from "./b.ts";'), file("b", 'import type { a } from "./a.ts";')];
  expect(checkImports(types, packages)).toMatchObject([{ rule: "no-cycles" }]);
});

test.each([
  ["pure-rules", "src/server/modules/orders/rules.ts", "export const isLate = (at: number) => at < Date.now();"],
  ["pure-rules", "src/server/modules/orders/rules.ts", "export const today = () => new Date();"],
  ["pure-rules", "src/server/modules/orders/rules.ts", "export const draw = () => Math.random();"],
  ["pure-rules", "src/server/modules/orders/rules.ts", "export async function ask() {}"],
  ["pure-rules", "src/server/modules/orders/refund-rules.ts", "let count = 0; export const next = () => ++count;"],
  ["pure-rules", "src/server/modules/orders/rules.ts", 'import { newId } from "#server/platform/ids.ts";'],
  ["sql-in-stores", "src/server/modules/orders/service.ts", 'import { sql } from "kysely";'],
  ["sql-in-stores", "src/server/modules/orders/service.ts", 'export const find = (db) => db.selectFrom("orders");'],
  ["one-config", "src/server/platform/log.ts", "export const level = process.env.LOG_LEVEL;"],
  [
    "one-clock",
    "src/server/modules/orders/store.ts",
    "export const late = sql`select * from orders where due < now()`;",
  ],
  ["routes-by-contract", "src/server/modules/orders/routes.ts", 'context.app.get("/api/secret", () => 1);'],
])("%s rejects code in %s", (rule, path, text) => {
  expect(code(path, text)).toContain(rule);
});

test.each([
  [
    "src/server/modules/orders/rules.ts",
    'import type { Tx } from "#server/platform/db/database.ts"; export const at = (ms: number) => new Date(ms);',
  ],
  [
    "src/server/modules/orders/order-store.ts",
    'import { sql } from "kysely"; export const clock = sql`select clock_now()`;',
  ],
  ["src/server/config.ts", "export const port = process.env.PORT;"],
  ["src/server/modules/orders/service.ts", "export const since = () => performance.now() - Date.now();"],
  [
    "src/server/modules/door/store.ts",
    "// The real clock: we ask a phone how far off it is.\nexport const clock = sql`select now()`;",
  ],
])("allowed code in %s passes", (path, text) => {
  expect(code(path, text)).toEqual([]);
});

test("a migration dates its rows by the movable clock", () => {
  const table = (clock: string) => [
    { path: "db/migrations/0100_x.sql", text: `create table x (\n  at timestamptz default ${clock}\n);` },
  ];
  expect(checkMigrations(table("now()"))).toMatchObject([{ rule: "one-clock", line: 2 }]);
  expect(checkMigrations(table("clock_now()"))).toEqual([]);
});

const schema = {
  path: "db/schema.sql",
  text: "create table orders (\n  id uuid\n);\ncreate table order_notes (\n  id uuid\n);\ncreate table stock (\n  id bigint\n);",
};
const tablesOf = (module: string, declared: string, more = "") => ({
  path: `src/server/modules/${module}/tables.ts`,
  text: `import { ownTables } from "#server/platform/db/owned-tables.ts"; ${more}
    export const ${module}Tables = ownTables(${declared});`,
});
const ordersTables = (columns = '"id", "number"', readers = '"email"') =>
  tablesOf("orders", `{ orders: { columns: [${columns}], readers: [${readers}] }, order_notes: {} }`);
const stockTable = tablesOf("inventory", "{ stock: {} }");
const store = (module: string, statement: string) => ({
  path: `src/server/modules/${module}/store.ts`,
  text: `import { sql } from "kysely"; export const statement = (db) => ${statement};`,
});
const reader = store("email", "sql`select o.id, o.number from ${ordersTables.orders} o`");
const findingsOf = (...files: { path: string; text: string }[]) => checkTables([schema, stockTable, ...files]);

test.each([
  ["select id from orders", "reads orders, which belongs to orders: read ${ordersTables.orders}"],
  ["select id\n    from payments p left join orders o on true", "reads orders"],
  ["select id from emails m, orders o", "reads orders"],
  ["orders o join order_lines l on l.order_id = o.id", "reads orders"],
  ["select * from (select ${columns} from public.orders) o", "reads orders"],
  [
    "insert into orders (id) values (1)",
    "writes orders, which belongs to orders: move the statement to modules/orders",
  ],
  ["update only orders set status = 'paid'", "writes orders"],
  ["delete from orders", "writes orders"],
  ["delete from emails using orders o", "reads orders"],
  ["lock table orders in share mode", "writes orders"],
  ["insert into order_notes (text) select 1", "writes order_notes"],
])("a statement of another module that says %j is a finding", (statement, message) => {
  const findings = findingsOf(ordersTables(), reader, store("reminders", `sql\`${statement}\``));
  expect(findings).toMatchObject([{ rule: "own-tables", message: expect.stringContaining(message) }]);
});

test.each([
  ['db.selectFrom("orders as o")', "reads orders"],
  ['db.updateTable("orders")', "writes orders"],
  ['db.selectFrom("emails").innerJoin("orders", "id", "id")', "reads orders"],
  ['sql`select id from ${sql.table("orders")}`', "reads orders"],
  ['db.query("select id from orders")', "reads orders"],
])("so is %s", (expression, message) => {
  const findings = findingsOf(ordersTables(), reader, store("reminders", expression));
  expect(findings).toMatchObject([{ rule: "own-tables", message: expect.stringContaining(message) }]);
});

test("the platform names no table of a module, and no module one of the platform", () => {
  const platform = { ...tablesOf("platform", "{ order_notes: {} }"), path: "src/server/platform/db/tables.ts" };
  const orders = tablesOf("orders", "{ orders: {} }");
  const words = { path: "src/server/platform/db/words.ts", text: "export const query = `select from orders`;" };
  const findings = findingsOf(
    platform,
    orders,
    words,
    store("email", "sql`select from order_notes, schema_migrations`"),
  );
  expect(findings.map(({ message }) => message)).toEqual([
    "reads orders, which belongs to orders: the platform knows no tables of modules; let the module pass the statement in",
    "reads order_notes, which belongs to platform: call a function of the platform",
    "reads schema_migrations, which belongs to platform: call a function of the platform",
  ]);
});

const withoutOwner = [tablesOf("orders", "{ orders: {} }")];
const twoOwners = [ordersTables(), reader, tablesOf("tickets", "{ order_notes: {} }")];
const needy = [tablesOf("orders", "{ orders: {}, order_notes: {} }", 'import "./store.ts";')];
test.each([
  [[ordersTables(), reader, store("door", "ordersTables.orders")], "reads orders, but door isn't one of its readers"],
  [[ordersTables(undefined, '"email", "door"'), reader], "orders has the reader door, which doesn't read it"],
  [[ordersTables('"id", "*"'), reader], "orders shares *: name the columns"],
  [[ordersTables('"id", "promo_code"'), reader], "orders shares promo_code, which no reader names"],
  [withoutOwner, "order_notes has no owner"],
  [twoOwners, "order_notes has two owners"],
  [needy, "imports ./store.ts: tables.ts only calls ownTables"],
])("a declaration that doesn't fit is a finding, case %#", (files, message) => {
  expect(findingsOf(...files)).toMatchObject([{ message: expect.stringContaining(message) }]);
});

test.each([
  ["orders", "sql`select o.id from orders o join order_notes n on true for update of o`"],
  ["orders", "sql`insert into orders (id) select id from orders`"],
  ["email", "sql`select o.id, o.number from ${ordersTables.orders} o`"],
  ["email", "sql`select id, status from emails where order_id = (select id from ${ordersTables.orders} orders)`"],
  ["email", "sql`update emails set status = 'sent' from unnest(array[1]) as orders for update of orders`"],
  ["email", 'sql`select ${sql.ref("orders.id")}, orders from emails`'],
])("%s may run %s", (module, statement) => {
  const file = { ...store(module, statement), path: `src/server/modules/${module}/allowed-store.ts` };
  expect(findingsOf(ordersTables(), reader, file)).toEqual([]);
});

test("only declared readers import the tables.ts of another module, whatever the order of modules", () => {
  const importing = (module: string) => ({
    path: `src/server/modules/${module}/store.ts`,
    text: 'import { ordersTables } from "#server/modules/orders/tables.ts";',
  });
  const rulesOf = (module: string) =>
    checkImports([ordersTables(undefined, '"email", "events"'), importing(module)], packages).map(({ rule }) => rule);
  expect(rulesOf("email")).toEqual([]);
  expect(rulesOf("events")).toEqual([]);
  expect(rulesOf("door")).toEqual(["front-door"]);
  expect(rulesOf("tickets")).toEqual(["module-order", "front-door"]);
});

describe("reads of a later module's table", () => {
  const files = [
    tablesOf("orders", '{ orders: { columns: ["id"], readers: ["events", "email"] } }'),
    store("events", "sql`select o.id from ${ordersTables.orders} o`"),
    store("email", "sql`select o.id from ${ordersTables.orders} o`"),
  ];
  const order = ["events", "orders", "email"];
  const messagesOf = (allowed: Record<string, string>, inOrder = order) =>
    checkReadOrder(files, allowed, inOrder).map(({ message }) => message);
  const read = { "events < orders.orders": "lists count orders" };

  test("are findings, and reads of an earlier one are not", () =>
    expect(checkReadOrder(files, {}, order)).toMatchObject([
      { file: "src/server/modules/events/store.ts", rule: "read-order", message: expect.stringMatching(/^events < /) },
    ]));

  test("are allowed with a reason", () => {
    expect(messagesOf(read)).toEqual([]);
    expect(messagesOf({ "events < orders.orders": " " })).toEqual([expect.stringContaining("has no reason")]);
  });

  test("leave the list as soon as they aren't needed", () => {
    expect(messagesOf(read, ["orders", "events", "email"])).toEqual([expect.stringContaining("isn't read anymore")]);
    expect(messagesOf({ ...read, "email < orders.orders": "by mistake" })).toEqual([
      "email < orders.orders isn't read anymore: delete it",
    ]);
  });

  test("are fifteen at most", () => {
    const many = Object.fromEntries(Array.from({ length: 15 }, (_, index) => [`email < orders.t${index}`, "a reason"]));
    expect(messagesOf({ ...read, ...many })).toContain("the list has 16 entries: at most 15");
  });
});
