import { pino } from "pino";
import { expect, test } from "vitest";
import { createMetrics } from "../metrics.ts";
import { networkOf } from "./limits.ts";
import { createServer } from "./server.ts";
import { loggedPath, requestIdOf } from "./track-requests.ts";

test.each([
  ["a1", true],
  ["0199b2f0-1111-7000-8000-00000000abcd", true],
  ["proxy_7.42-x", true],
  ["a".repeat(64), true],
  ["a".repeat(65), false],
  ["", false],
  ["two words", false],
  ['"quoted"', false],
  ["a, b", false],
  ["ü", false],
])("a request ID from outside, %s, is adopted: %s", (requestId, isAdopted) => {
  const id = requestIdOf({ headers: { "x-request-id": requestId } });
  expect(id === requestId).toBe(isAdopted);
  expect(id).toMatch(/^[\w.-]{1,64}$/);
});

const uuid = "0199b2f0-1111-7000-8000-00000000abcd";
test.each([
  [`/payment-success?order=${uuid}&key=abc`, "/payment-success"],
  ["/password-reset?token=abc#x", "/password-reset"],
  ["/events/7/velvet-riddim", "/events/7/velvet-riddim"],
  [`/api/orders/${uuid}/receipt.pdf?key=abc`, `/api/orders/${uuid}/receipt.pdf`],
  [`/t/${"k".repeat(43)}`, "/t/…"],
  [`/t/${uuid}${uuid}`, "/t/…"],
  ["/people/ada@example.com", "/people/…"],
  ["/people/ada%40example.com", "/people/…"],
])("the log has %s as %s", (url, logged) => expect(loggedPath(url)).toBe(logged));

test("a request whose client is gone already is handled and logged, although its address is forgotten", async () => {
  const lines: string[] = [];
  const log = pino({ level: "info" }, { write: (line: string) => void lines.push(line) });
  const app = createServer({ log, trustProxy: 0, metrics: createMetrics() });
  app.get("/", { config: { endpointPath: "/" } }, (request, reply) => reply.send(networkOf(request.ip)));
  app.server.prependListener("request", ({ socket }) =>
    Object.defineProperty(socket, "remoteAddress", { value: undefined }),
  );
  const address = await app.listen({ port: 0 });
  expect(await (await fetch(address)).text()).toBe("unknown");
  await expect.poll(() => lines.filter((line) => line.includes('"network":"unknown"'))).toHaveLength(1);
  await app.close();
});
