import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { draft } from "#testing/site.ts";
import type { AcknowledgedLog } from "./acknowledged.ts";

/** What a load works on: where the site currently is, and what is for sale there. */
export interface LoadTarget {
  /** URLs of the nodes; each attempt uses the next one. */
  nodes: () => string[];
  eventId: number;
  ticketTypeId: number;
  /** Tokens of buyers, and of someone who scans tickets. */
  buyers: string[];
  door: string;
}

/** One response, or none: `status` 0 means that the connection broke. */
export interface LoadReply {
  what: string;
  status: number;
  tookMs: number;
  at: number;
  retryAfter: string | null;
  text: string;
}

export type Load = ReturnType<typeof startLoad>;

/**
 * People who buy and check in, again and again, until told to stop. Each repeats a request with its key until the
 * response settles it, as a good client does; what was acknowledged is logged.
 *
 * @param goesOn while false no one starts another purchase, so that the load doesn't depend on the machine's speed
 */
export function startLoad(
  target: LoadTarget,
  log: AcknowledgedLog,
  { pauseMs = 40, goesOn = (): boolean => true } = {},
) {
  const replies: LoadReply[] = [];
  let stopped = false;
  let turn = 0;

  async function ask(method: string, path: string, token: string, body?: unknown, key?: string): Promise<LoadReply> {
    const nodes = target.nodes();
    const base = nodes[turn++ % nodes.length]!;
    const at = Date.now();
    const [what] = /^\/api\/[a-z-]+/.exec(path)!;
    const answer = await fetch(`${base}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(key === undefined ? {} : { "idempotency-key": key }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(20_000),
    })
      .then(async (got) => ({
        status: got.status,
        retryAfter: got.headers.get("retry-after"),
        text: await got.text(),
      }))
      .catch((error: Error) => ({ status: 0, retryAfter: null, text: error.message }));
    const one = { what: `${method} ${what}`, at, tookMs: Date.now() - at, ...answer };
    replies.push(one);
    return one;
  }

  /** Repeats while the outcome is unknown. Undefined if the load was stopped. */
  async function insist(...request: Parameters<typeof ask>): Promise<LoadReply | undefined> {
    for (;;) {
      const one = await ask(...request);
      if (one.status !== 0 && one.status !== 503 && one.status < 500) return one;
      if (stopped) return undefined;
      await sleep(100 + Math.random() * 100);
    }
  }

  async function buyAndComeIn(token: string): Promise<void> {
    const lines = [{ ticketTypeId: target.ticketTypeId, quantity: 1 }];
    const placed = await insist("POST", "/api/orders", token, draft(lines), randomUUID());
    if (placed?.status !== 201) return;
    const { id } = JSON.parse(placed.text) as { id: string };
    log.add({ kind: "placed", id });
    const page = await insist("POST", `/api/orders/${id}/payment`, token, {}, randomUUID());
    if (page?.status !== 200) return;
    const { pathname } = new URL((JSON.parse(page.text) as { url: string }).url);
    const pressed = await insist("POST", `${pathname}/complete`, token, { outcome: "approve" });
    // If the first response was lost, the page is closed the second time: the money was taken.
    if (pressed === undefined || (pressed.status !== 200 && pressed.status !== 409)) return;
    log.add({ kind: "paid", id });
    const order = await waitForTickets(id, token);
    const code = order?.tickets?.[0]?.code;
    if (code === undefined) return;
    const scan = { code, eventId: target.eventId, deviceId: "load-door-1", scanId: randomUUID() };
    const shown = await insist("POST", "/api/scans", target.door, scan);
    if (shown?.status !== 200) return;
    const { verdict } = JSON.parse(shown.text) as { verdict: string };
    if (verdict === "admitted") log.add({ kind: "admitted", id: scan.scanId });
  }

  async function waitForTickets(id: string, token: string) {
    for (let tries = 0; tries < 50 && !stopped; tries++) {
      const got = await insist("GET", `/api/orders/${id}`, token);
      const order =
        got?.status === 200 ? (JSON.parse(got.text) as { status: string; tickets?: { code: string }[] }) : undefined;
      if (order?.status === "paid") return order;
      await sleep(200);
    }
    return undefined;
  }

  const people = target.buyers.map(async (token) => {
    while (!stopped) {
      if (goesOn()) await buyAndComeIn(token);
      await sleep(pauseMs * (0.5 + Math.random()));
    }
  });
  return {
    replies,
    /** Responses between two instants. */
    between: (from: number, to: number) => replies.filter(({ at }) => at >= from && at < to),
    async stop() {
      stopped = true;
      await Promise.all(people);
    },
  };
}
