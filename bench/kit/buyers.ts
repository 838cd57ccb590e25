import { randomUUID } from "node:crypto";
import { performance } from "node:perf_hooks";
import { HttpConnection } from "./http-client.ts";

/** What a run of buyers came to. */
export interface Tally {
  holds: number;
  purchases: number;
  soldOut: number;
  failures: string[];
  holdMs: number[];
  purchaseMs: number[];
  /** Where the time of a purchase goes, by request. */
  stages: Map<string, number[]>;
}

/** Who calls: lines for the request's head. */
export interface Caller {
  headers: string;
}

/** Runs `attempts` of a task on `buyers` connections, each taking the next as soon as it is done. */
export async function rush(
  baseUrl: string,
  buyers: number,
  attempts: number,
  task: (connection: HttpConnection, tally: Tally, turn: { buyer: number; attempt: number }) => Promise<void>,
): Promise<{ tally: Tally; seconds: number }> {
  const tally: Tally = {
    holds: 0,
    purchases: 0,
    soldOut: 0,
    failures: [],
    holdMs: [],
    purchaseMs: [],
    stages: new Map(),
  };
  const connections = await Promise.all(Array.from({ length: buyers }, () => HttpConnection.open(baseUrl)));
  let left = attempts;
  const start = performance.now();
  await Promise.all(
    connections.map(async (connection, buyer) => {
      while (left > 0) await task(connection, tally, { buyer, attempt: --left });
    }),
  );
  const seconds = (performance.now() - start) / 1000;
  for (const connection of connections) connection.close();
  return { tally, seconds };
}

async function openSession(connection: HttpConnection, { headers }: Caller): Promise<string> {
  const answer = await connection.request("POST", "/api/auth/guest", headers, "{}");
  return /sg_session=([\w-]+)/.exec(answer.headers)?.[1] ?? "";
}

/** A guest session for each caller. */
export async function openSessions(baseUrl: string, callers: Caller[]): Promise<string[]> {
  const connection = await HttpConnection.open(baseUrl);
  const tokens: string[] = [];
  for (const caller of callers) tokens.push(await openSession(connection, caller));
  connection.close();
  return tokens;
}

/** Places an order: what it is for, without its buyer. @returns its id; undefined if it was refused */
export async function hold(
  connection: HttpConnection,
  wish: object,
  caller: Caller & { token: string },
  tally: Tally,
): Promise<string | undefined> {
  const body = JSON.stringify({ ...wish, buyer: { name: "Bench Buyer", email: "bench@example.com" } });
  const start = performance.now();
  const answer = await connection.request("POST", "/api/orders", credentials(caller), body);
  if (answer.status === 409) {
    tally.soldOut++;
    return undefined;
  }
  if (answer.status !== 201) {
    tally.failures.push(`order ${answer.status} ${answer.body.slice(0, 200)}`);
    return undefined;
  }
  tally.holds++;
  tally.holdMs.push(performance.now() - start);
  return (JSON.parse(answer.body) as { id: string }).id;
}

/** An order that is on hold, and its payment page. */
interface Opened {
  orderId: string;
  url: string;
}

/**
 * Places an order and opens its payment by one call. As in the web, a hold that is shorter than usual takes a second call to
 * pay for it.
 *
 * @returns undefined if it was refused
 */
async function checkOut(
  connection: HttpConnection,
  wish: object,
  caller: Caller & { token: string },
  tally: Tally,
  shownTotalCents: number,
): Promise<Opened | undefined> {
  const buyer = { name: "Bench Buyer", email: "bench@example.com" };
  const body = JSON.stringify({ ...wish, buyer, shownTotalCents });
  const answer = await timer(tally)("checkout", connection.request("POST", "/api/checkout", credentials(caller), body));
  if (answer.status === 409 && !answer.body.includes("total_changed")) {
    tally.soldOut++;
    return undefined;
  }
  const { order, payment } = JSON.parse(answer.body) as { order?: { id: string }; payment?: { url?: string } | null };
  if (order === undefined) {
    tally.failures.push(`checkout ${answer.status} ${answer.body.slice(0, 200)}`);
    return undefined;
  }
  return payment?.url === undefined
    ? pay(connection, order.id, caller, tally)
    : { orderId: order.id, url: payment.url };
}

async function pay(
  connection: HttpConnection,
  orderId: string,
  caller: Caller & { token: string },
  tally: Tally,
): Promise<Opened | undefined> {
  const paying = connection.request("POST", `/api/orders/${orderId}/payment`, credentials(caller), "{}");
  const payment = await timer(tally)("payment", paying);
  const { url } = JSON.parse(payment.body) as { url?: string };
  if (url !== undefined) return { orderId, url };
  tally.failures.push(`payment ${payment.status} ${payment.body.slice(0, 200)}`);
  return undefined;
}

/** Places an order and opens its payment by a call for each. @returns undefined if it was refused */
async function orderAndPay(
  connection: HttpConnection,
  wish: object,
  caller: Caller & { token: string },
  tally: Tally,
): Promise<Opened | undefined> {
  const orderId = await timer(tally)("order", hold(connection, wish, caller, tally));
  return orderId === undefined ? undefined : pay(connection, orderId, caller, tally);
}

/**
 * Buys from the session to the paid order with what it delivers.
 *
 * @param shownTotalCents what it costs, to order and pay by one call; omitted: by a call for each
 */
export async function purchase(
  connection: HttpConnection,
  wish: object,
  tally: Tally,
  stranger: Caller,
  shownTotalCents?: number,
): Promise<void> {
  const start = performance.now();
  const timed = timer(tally);
  const caller = { ...stranger, token: await timed("session", openSession(connection, stranger)) };
  const opened =
    shownTotalCents === undefined
      ? await orderAndPay(connection, wish, caller, tally)
      : await checkOut(connection, wish, caller, tally, shownTotalCents);
  if (opened === undefined) return;
  const { orderId, url } = opened;
  const complete = `${new URL(url).pathname}/complete`;
  await timed("page", connection.request("POST", complete, stranger.headers, '{"outcome":"approve"}'));
  for (let reads = 0; ; reads++) {
    const answer = await timed("read", connection.request("GET", `/api/orders/${orderId}`, credentials(caller)));
    const order = JSON.parse(answer.body) as { status: string; lines: { kind: string }[]; tickets: unknown[] };
    const hasTickets = order.tickets.length > 0 || order.lines.every(({ kind }) => kind !== "ticket");
    if (order.status === "paid" && hasTickets) break;
    if (reads === 3000) {
      tally.failures.push(`a paid order stays ${order.status}`);
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  tally.purchases++;
  tally.purchaseMs.push(performance.now() - start);
}

/** Records how long each kind of request takes. */
function timer(tally: Tally) {
  return async <Result>(stage: string, work: Promise<Result>): Promise<Result> => {
    const start = performance.now();
    const result = await work;
    const samples = tally.stages.get(stage) ?? [];
    samples.push(performance.now() - start);
    tally.stages.set(stage, samples);
    return result;
  };
}

function credentials({ token, headers }: Caller & { token: string }): string {
  return `${headers}authorization: Bearer ${token}\r\nidempotency-key: ${randomUUID()}\r\n`;
}
