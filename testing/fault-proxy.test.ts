import { createServer, connect, type Socket } from "node:net";
import { once } from "node:events";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startFaultProxy, type FaultProxy } from "./fault-proxy.ts";

let server: ReturnType<typeof createServer>;
let received: string[];
let proxy: FaultProxy;
const lines: Socket[] = [];

beforeEach(async () => {
  received = [];
  server = createServer((line) => {
    line.on("error", () => undefined);
    line.on("data", (chunk) => {
      received.push(String(chunk));
      line.write(chunk);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  proxy = await startFaultProxy({ port: (server.address() as { port: number }).port });
});
afterEach(async () => {
  for (const line of lines.splice(0)) line.destroy();
  await proxy.close();
  server.close();
});

async function call() {
  const line = connect(proxy.port, "127.0.0.1");
  lines.push(line);
  const chunks: string[] = [];
  let end = "";
  line.on("data", (chunk) => chunks.push(String(chunk)));
  line.on("error", (error: NodeJS.ErrnoException) => (end = error.code ?? "error"));
  line.on("close", () => (end ||= "closed"));
  await once(line, "connect").catch(() => undefined);
  return { line, chunks, replyText: () => chunks.join(""), end: () => end };
}

test("a connection without faults carries data both ways", async () => {
  const { line, replyText } = await call();
  line.write("hello");
  await expect.poll(replyText).toBe("hello");
});

test("a slow connection takes longer and loses nothing", async () => {
  proxy.set({ latencyMs: 100, jitterMs: 50, sliceBytes: 2 });
  const { line, replyText } = await call();
  const startedAt = Date.now();
  line.write("a longer text");
  await expect.poll(replyText, { timeout: 60_000 }).toBe("a longer text");
  expect(Date.now() - startedAt).toBeGreaterThanOrEqual(200);
});

test("a proxy that is down refuses connections, resets open ones, and works again when it is up", async () => {
  const before = await call();
  await proxy.down();
  await expect.poll(before.end).toBe("ECONNRESET");
  const refused = await call();
  await expect.poll(refused.end).toBe("ECONNREFUSED");
  await proxy.up();
  const { line, replyText } = await call();
  line.write("again");
  await expect.poll(replyText).toBe("again");
});

test("a silent connection accepts everything and answers nothing", async () => {
  const { line, replyText } = await call();
  proxy.set({ isSilent: true });
  line.write("hello");
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect([replyText(), received]).toEqual(["", []]);
});

test("a connection is cut before a chunk, which then never arrives, or at the first response to it", async () => {
  const first = await call();
  proxy.set({ cut: (chunk) => (chunk.includes("commit") ? "before" : undefined) });
  first.line.write("commit");
  await expect.poll(first.end).toBe("ECONNRESET");
  expect(received).toEqual([]);
  const second = await call();
  proxy.set({ cut: (chunk) => (chunk.includes("commit") ? "after" : undefined) });
  second.line.write("commit");
  await expect.poll(second.end).toBe("ECONNRESET");
  expect([received, second.replyText()]).toEqual([["commit"], ""]);
});

test("a connection breaks after a number of bytes, and one that closes slowly stays open for a while", async () => {
  proxy.set({ limitBytes: 10 });
  const limited = await call();
  limited.line.write("more than ten bytes");
  await expect.poll(limited.end).toBe("ECONNRESET");
  proxy.set({ slowCloseMs: 200 });
  const slow = await call();
  slow.line.write("bye");
  await expect.poll(slow.replyText).toBe("bye");
  const endedAt = Date.now();
  slow.line.end();
  await expect.poll(slow.end).toBe("closed");
  expect(Date.now() - endedAt).toBeGreaterThanOrEqual(200);
});
