import type { Server, ServerResponse } from "node:http";
import { Server as SocketServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** From the first sign of the end, requests get this long. What is left of them then is cut off. */
const longestMs = 20_000;

/** Takes a server out of service without failing a request. */
export interface Drain {
  /** True from the first sign of the end: readiness says no from then on. */
  readonly hasBegun: boolean;
  /**
   * Serves everyone for a while longer, so that a balancer notices, and asks each connection to go elsewhere. Then takes
   * no new connections, finishes what is under way and returns when the last connection is closed.
   *
   * @param waitMs how long a balancer needs to notice, at most 15 s
   * @param endStreams ends the responses that never end by themselves
   */
  run(waitMs: number, endStreams?: () => void): Promise<void>;
}

/** Watches a server's responses from now on, so that it can be drained. */
export function createDrain(server: Server): Drain {
  const underWay = new Set<ServerResponse>();
  let hasBegun = false;
  let onEmpty: (() => void) | undefined;

  const askToLeave = (response: ServerResponse) => {
    if (!response.headersSent) response.setHeader("connection", "close");
  };

  server.prependListener("request", (_request, response: ServerResponse) => {
    underWay.add(response);
    response.once("close", () => {
      underWay.delete(response);
      if (underWay.size === 0) onEmpty?.();
    });
    if (hasBegun) askToLeave(response);
  });

  return {
    get hasBegun() {
      return hasBegun;
    },
    async run(waitMs, endStreams) {
      hasBegun = true;
      if (!server.listening) return;
      underWay.forEach(askToLeave);
      await sleep(waitMs);
      const closed = new Promise((resolve) => server.once("close", resolve));
      // The HTTP server's own way to close also cuts off responses that are written but not yet sent.
      SocketServer.prototype.close.call(server);
      endStreams?.();
      const late = sleep(longestMs - waitMs, undefined, { ref: false });
      await Promise.race([late, underWay.size === 0 || new Promise<void>((resolve) => (onEmpty = resolve))]);
      server.closeAllConnections();
      await closed;
    },
  };
}
