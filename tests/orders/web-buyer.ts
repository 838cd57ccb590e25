import { setTimeout as sleep } from "node:timers/promises";
import { readSettled, summarize, type Told } from "#testing/crowd.ts";
import type { ServerProcess } from "#testing/server-process.ts";
import { draft } from "#testing/site.ts";

/** What a buyer over HTTP was told. */
export interface BuyerRecord {
  /** How it ended: `paid`, `nothing left`, or the step and answer that ended it. */
  end: string;
  /** Everything that wasn't final, in order: what the buyer had to retry or wait for. */
  waits: string[];
  /** When the last answer came, in milliseconds since 1970. */
  endedAt: number;
}

type Ask = (step: string, url: string, body?: unknown, token?: string) => Promise<FetchAnswer>;

interface FetchAnswer extends Told {
  cookie: string | null;
  retryAfterMs: number;
}

/** As many attempts as the web makes for a write. */
const maxAttempts = 3;

/** Asks as the web does: again with the same key if the network fails or the server can't do it right now. */
const asker =
  (onWait: (text: string) => void): Ask =>
  async (step, url, body, token) => {
    const key = crypto.randomUUID();
    for (let attempt = 1; ; attempt++) {
      const answer = await fetchJson(url, { body, token, key });
      if ((answer.status !== 0 && answer.status !== 503) || attempt === maxAttempts) return answer;
      onWait(`${step}: ${summarize(answer)}`);
      await sleep(answer.retryAfterMs);
    }
  };

interface Request {
  body?: unknown;
  token?: string | undefined;
  key: string;
}

/** One request; status 0 if there was no answer. */
async function fetchJson(url: string, { body, token, key }: Request): Promise<FetchAnswer> {
  const hasBody = body !== undefined;
  try {
    const answer = await fetch(url, {
      method: hasBody ? "POST" : "GET",
      headers: {
        ...(hasBody ? { "content-type": "application/json", "idempotency-key": key } : {}),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(hasBody ? { body: JSON.stringify(body) } : {}),
    });
    return {
      status: answer.status,
      body: await answer.json(),
      cookie: answer.headers.get("set-cookie"),
      retryAfterMs: Number(answer.headers.get("retry-after") ?? 1) * 1000,
    };
  } catch (error) {
    // What the network said is in the cause.
    const { message } = ((error as Error).cause ?? error) as Error;
    return { status: 0, body: { code: `no answer: ${message}` }, cookie: null, retryAfterMs: 1000 };
  }
}

/**
 * A whole purchase over HTTP by a new visitor, as the web makes it. The order and its payment may reach different
 * processes.
 *
 * @param onWait receives each text of `waits` when it happens
 */
export async function buyOver(
  nodes: ServerProcess[],
  index: number,
  ticketTypeId: number,
  onWait: (text: string) => void = () => undefined,
): Promise<BuyerRecord> {
  const waits: string[] = [];
  const ask = asker(recordWait);
  function recordWait(text: string) {
    waits.push(text);
    onWait(text);
  }
  const end = (text: string): BuyerRecord => ({ end: text, waits, endedAt: Date.now() });
  const [one, other] = [nodes[index % 2]!.baseUrl, nodes[(index + 1) % 2]!.baseUrl];

  const session = await ask("session", `${one}/api/auth/guest`, {});
  const token = /sg_session=([\w-]+)/.exec(session.cookie ?? "")?.[1];
  if (token === undefined) return end(`session: ${summarize(session)}`);
  const wish = draft([{ ticketTypeId, quantity: 1 }]);
  const placed = await ask("placing", `${one}/api/orders`, wish, token);
  if (placed.status === 409) return end(summarize(placed));
  if (placed.status !== 201) return end(`placing: ${summarize(placed)}`);
  const orderUrl = `${other}/api/orders/${placed.body.id}`;
  const payment = await ask("payment", `${orderUrl}/payment`, {}, token);
  if (payment.status !== 200) return end(`payment: ${summarize(payment)}`);
  const page = await ask("page", `${one}${new URL(payment.body.url).pathname}/complete`, { outcome: "approve" });
  // A page that was pressed again may have closed: the order says whether it's paid.
  if (page.status !== 200) recordWait(`page: ${summarize(page)}`);
  const read = () => ask("order", orderUrl, undefined, token);
  const order = await readSettled(read, (answer) => recordWait(`order: ${summarize(answer)}`));
  return end(order.body.status === "paid" ? "paid" : `order: ${summarize(order)}`);
}
