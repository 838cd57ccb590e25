import { once } from "node:events";
import { Agent, createServer, request, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

export type Balancer = Awaited<ReturnType<typeof startBalancer>>;

/** Headers between two neighbors; the balancer has its own with each. */
function endToEnd({ connection: _, "keep-alive": __, ...headers }: IncomingHttpHeaders): IncomingHttpHeaders {
  return headers;
}

/**
 * A balancer in front of several nodes. It sends requests in turn to those whose `/readyz` says 200, keeps connections
 * open to clients and nodes, and never repeats a request: whatever a node doesn't answer is a 502.
 */
export async function startBalancer(nodes: string[], checkEveryMs: number) {
  const agent = new Agent({ keepAlive: true });
  const ready = new Set<string>();
  let turn = 0;
  let isClosed = false;

  const server = createServer((incoming, outgoing) => {
    const node = [...ready][turn++ % ready.size];
    if (node === undefined) return void outgoing.writeHead(502).end("no node is ready");
    const { method, url, headers } = incoming;
    const forwarded = request(node + url, { agent, method: method!, headers: endToEnd(headers) });
    forwarded.once("response", (answer) => {
      outgoing.writeHead(answer.statusCode!, endToEnd(answer.headers));
      answer.pipe(outgoing);
      answer.once("error", () => outgoing.destroy());
    });
    forwarded.once("error", ({ message }) =>
      outgoing.headersSent ? outgoing.destroy() : void outgoing.writeHead(502).end(message),
    );
    incoming.pipe(forwarded);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");

  const checks = nodes.map(async (node) => {
    while (!isClosed) {
      const isReady = await fetch(`${node}/readyz`, { signal: AbortSignal.timeout(5000) }).then(
        async (answer) => (await answer.text()) !== "" && answer.ok,
        () => false,
      );
      if (isReady) ready.add(node);
      else ready.delete(node);
      await sleep(checkEveryMs);
    }
  });

  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    isReady: (node: string) => ready.has(node),
    async close() {
      isClosed = true;
      server.close();
      server.closeAllConnections();
      agent.destroy();
      await Promise.all(checks);
    },
  };
}
