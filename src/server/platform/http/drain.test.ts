import { once } from "node:events";
import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createDrain, type Drain } from "./drain.ts";

const server = () => createServer((_request, response) => waiting.push(response));
let waiting: ServerResponse[];
let running: ReturnType<typeof server>;
let drain: Drain;
let agent: Agent;

beforeEach(async () => {
  waiting = [];
  running = server();
  drain = createDrain(running);
  running.keepAliveTimeout = 600_000;
  agent = new Agent({ keepAlive: true });
  running.listen(0, "127.0.0.1");
  await once(running, "listening");
});
afterEach(() => {
  agent.destroy();
  running.close();
  running.closeAllConnections();
});

async function ask(): Promise<IncomingMessage> {
  const { port } = running.address() as AddressInfo;
  const outgoing = request({ port, host: "127.0.0.1", agent }).end();
  const [answer] = (await once(outgoing, "response")) as [IncomingMessage];
  return answer;
}

/** The response to the request that arrived first and still waits. */
async function nextWaiting(): Promise<ServerResponse> {
  await expect.poll(() => waiting.length).toBeGreaterThan(0);
  return waiting.shift()!;
}

test("requests under way and new ones get their whole response and are told to leave, and then the server is closed", async () => {
  const first = ask();
  const firstReply = await nextWaiting();
  const drained = drain.run(500);
  expect(drain.hasBegun).toBe(true);

  const second = ask();
  const secondReply = await nextWaiting();
  // As cached pages are sent.
  secondReply.writeHead(200, ["content-type", "text/plain"]).end("second");
  expect((await second).headers.connection).toBe("close");
  expect(await text(await second)).toBe("second");

  await expect.poll(() => running.listening).toBe(false);
  firstReply.end("first");
  const answer = await first;
  expect(answer.headers.connection).toBe("close");
  expect(await text(answer)).toBe("first");
  await drained;
});

test("without a drain, connections are kept", async () => {
  const pending = ask();
  (await nextWaiting()).end("kept");
  expect((await pending).headers.connection).toBe("keep-alive");
});

test("a response that is written but not sent yet is sent in full, and then its lasting connection is closed", async () => {
  const pending = ask();
  // Larger than what the system buffers.
  const long = "x".repeat(20_000_000);
  (await nextWaiting()).end(long);
  const answer = await pending;
  expect(answer.headers.connection).toBe("keep-alive");
  const drained = drain.run(0);
  await expect.poll(() => running.listening).toBe(false);
  expect((await text(answer)).length).toBe(long.length);
  await drained;
});

test("a server that listens nowhere is drained at once", async () => {
  running.close();
  await once(running, "close");
  await createDrain(running).run(60_000);
});
