import { expect, test } from "vitest";
import { anonymous, browserFamily, toSighting } from "./rules.ts";

test.each([
  ["mail to marva.bright+sg@example.co.uk failed", "mail to (mail) failed"],
  ["GET https://sg.example/payment-success?order=1&key=x failed", "GET /payment-success failed"],
  ["at f (https://sg.example/assets/home-page-D3vuLFHS.js:1:20)", "at f (/assets/home-page-D3vuLFHS.js:1:20)"],
  ["order 0199b2f0-1111-7000-8000-00000000abcd is gone", "order (id) is gone"],
  ["token AbCdEfGhIjKlMnOpQrStUvWxYz0123456789_-abcdE is bad", "token (key) is bad"],
  ["card 4242424242424242", "card (number)"],
  ["Cannot read properties of undefined (reading 'map')", "Cannot read properties of undefined (reading 'map')"],
])("%s is stored as %s", (text, stored) => expect(anonymous(text)).toBe(stored));

const raw = {
  source: "browser" as const,
  message: "Error: 17 things broke",
  stack: "Error: 17 things broke\n at f (https://sg.example/assets/home-page-D3vuLFHS.js:1:20)",
  route: "/",
  userAgent: undefined,
  release: "1.0.0+abc",
};

test("an error has one fingerprint across numbers, lines and builds, and a different one in another place", () => {
  const print = (more: object) => toSighting({ ...raw, ...more }).sameness;
  const first = print({});
  expect(
    print({
      message: "Error: 18 things broke",
      stack: raw.stack.replace("D3vuLFHS", "XXvuLFHS").replace(":1:20", ":4:2"),
    }),
  ).toBe(first);
  expect(print({ stack: raw.stack.replace("home-page", "event-page") })).not.toBe(first);
  expect(print({ source: "server" })).not.toBe(first);
});

test.each([
  ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox"],
  [
    "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0",
    "Edge",
  ],
  [undefined, "Unknown"],
])("%s belongs to the browser family %s", (agent, family) => expect(browserFamily(agent)).toBe(family));

test("the last line of a stack names the request, and the error stays the same in another request", () => {
  const inRequest = (requestId: string) => toSighting({ ...raw, source: "server", requestId });
  const id = "0199b2f0-1111-7000-8000-00000000abcd";
  expect(inRequest(id).stack.split("\n").at(-1)).toBe(`Request ${id}`);
  expect(inRequest("r-2").sameness).toBe(inRequest(id).sameness);
});

/** A database error that a job and a route meet: the driver's frames come first and are the same for both. */
const driverStack = (own: string) =>
  `error: relation "emails" does not exist
    at /site/node_modules/pg/lib/client.js:694:17
    at process.processTicksAndRejections (node:internal/process/task_queues:104:5)
    at async PostgresConnection.executeQuery (file:///site/node_modules/kysely/dist/postgres-driver.js:95:49)
    at async file:///site/node_modules/kysely/dist/query-executor-base.js:35:28
    at async file:///site/node_modules/kysely/dist/default-connection-provider.js:10:20
    at ${own}`;

test.each([
  ["two places of ours", "run (/site/src/server/mail.ts:1:2)", "run (/site/src/server/news.ts:1:2)", false, false],
  ["one place, another line", "run (/site/src/server/mail.ts:1:2)", "run (/site/src/server/mail.ts:8:9)", false, true],
  ["two places, while the database is away", "a (/site/src/a.ts:1:2)", "b (/site/src/b.ts:1:2)", true, true],
])("a driver's error in %s", (_what, first, second, isEverywhere, isSame) => {
  const [one, other] = [first, second].map(
    (own) => toSighting({ ...raw, source: "server", stack: driverStack(own), isEverywhere }).sameness,
  );
  expect(one === other).toBe(isSame);
});

test("a stack without a frame of ours counts by a library's", () => {
  const of = (file: string) =>
    toSighting({ ...raw, stack: `Error: x\n at f (/site/node_modules/${file}:1:2)` }).sameness;
  expect(of("a.js")).not.toBe(of("b.js"));
});
