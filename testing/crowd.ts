import { setTimeout as sleep } from "node:timers/promises";

/** As much of an answer as says what its caller was told. */
export interface Told {
  status: number;
  // An order, a refusal, or whatever else a route answers.
  body: any;
}

/** What an answer says, in a word: an order's status, `nothing left`, or the HTTP status and code of another refusal. */
export function summarize({ status, body }: Told): string {
  if (body?.code === "sold_out" || body?.code === "in_carts") return "nothing left";
  return status < 300 ? String(body?.status ?? status) : `${status} ${body?.code ?? ""}`.trimEnd();
}

/** Runs work for each of a crowd, so many at a time. */
export async function inCrowd<Item, Result>(items: Item[], atOnce: number, work: (item: Item) => Promise<Result>) {
  const queue = items.entries();
  const results: Result[] = [];
  const worker = async () => {
    for (const [index, item] of queue) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}

/** How many of a crowd were told what, so that a failed comparison says it for everyone. */
export function tally(texts: string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const text of texts.toSorted()) counts[text] = (counts[text] ?? 0) + 1;
  return counts;
}

const pauseMs = 250;
const patienceMs = 45_000;

/**
 * Reads an order after its payment page was completed, until the payment is settled, as the web's page does: the page
 * may answer sooner, because the site acknowledges a slow webhook event before it has processed it.
 *
 * @param onUnsettled receives each answer that isn't the last one
 * @returns the last answer; after 45 s this may be an unsettled one, so that the test says what the buyer was told
 */
export async function readSettled<Reply extends Told>(
  read: () => Promise<Reply>,
  onUnsettled: (answer: Reply) => void = () => undefined,
): Promise<Reply> {
  const until = performance.now() + patienceMs;
  for (;;) {
    const answer = await read();
    const isUnsettled = answer.status === 503 || (answer.status === 200 && answer.body.status === "paying");
    if (!isUnsettled || performance.now() > until) return answer;
    onUnsettled(answer);
    await sleep(pauseMs);
  }
}
