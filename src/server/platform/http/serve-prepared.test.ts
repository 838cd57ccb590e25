import Fastify from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sendDirectly } from "./serve-prepared.ts";

const app = Fastify();
app.addHook("onRequest", async (_request, reply) => void reply.header("x-everywhere", "yes"));
app.get("/whole", (_request, reply) =>
  sendDirectly(reply, (response, headers) => response.writeHead(200, [...headers, "x-own", "too"]).end("whole")),
);
app.get("/broken", (_request, reply) =>
  sendDirectly(reply, () => {
    throw new RangeError("The value is out of range");
  }),
);
app.get("/broken-halfway", (_request, reply) =>
  sendDirectly(reply, (response, headers) => {
    response.writeHead(200, [...headers, "content-length", "100"]).write("half");
    throw new RangeError("The value is out of range");
  }),
);

let address: string;
beforeAll(async () => {
  address = await app.listen({ port: 0, host: "127.0.0.1" });
});
afterAll(() => app.close());

test("a response that is sent directly has the headers of every response and its own", async () => {
  const response = await fetch(`${address}/whole`);
  expect([response.headers.get("x-everywhere"), response.headers.get("x-own")]).toEqual(["yes", "too"]);
  expect(await response.text()).toBe("whole");
});

// Without the closed connection, these calls would wait until the test times out.
test.each(["/broken", "/broken-halfway"])("%s: if sending fails, the connection is closed at once", async (path) => {
  await expect(fetch(address + path).then((response) => response.text())).rejects.toThrow(/fetch failed|terminated/);
  expect((await fetch(`${address}/whole`)).status).toBe(200);
});
