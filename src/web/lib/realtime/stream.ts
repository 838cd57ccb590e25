import type { StreamMessage } from "#contract/realtime.ts";
import { apiPath } from "#web/lib/paths.ts";
import { fetchOrProve } from "../call.ts";

/** Topics, and the number of the last message that was read of each; undefined for a topic that wasn't read yet. */
export type Reached = Record<string, number | undefined>;

/** The server sends something every 15 seconds. A connection that is silent for longer is dead. */
const silenceMs = 40_000;

/**
 * Keeps a stream of topics open until `signal` says no: reconnects after a failure, at once when the network is back.
 *
 * @param positions read before each connection: where it goes on
 */
export async function runStream(
  positions: () => Reached,
  onMessage: (message: StreamMessage) => void,
  signal: AbortSignal,
): Promise<void> {
  for (let failures = 0; !signal.aborted; failures++) {
    await readStream(positions(), signal, (message) => {
      failures = 0;
      onMessage(message);
    }).catch(() => undefined);
    await untilNextTry(failures, signal);
  }
}

async function readStream(
  topics: Reached,
  outer: AbortSignal,
  onMessage: (message: StreamMessage) => void,
): Promise<void> {
  const names = Object.keys(topics);
  const since = names.flatMap((topic) => (topics[topic] === undefined ? [] : [`${topic}:${topics[topic]}`]));
  const controller = new AbortController();
  const stop = () => controller.abort();
  outer.addEventListener("abort", stop);
  addEventListener("offline", stop);
  let silence = setTimeout(stop, silenceMs);
  try {
    const url = apiPath("GET /api/stream/{topics}", {
      params: { topics: names.join() },
      query: { since: since.join(";") },
    });
    const response = await fetchOrProve(url, { signal: controller.signal });
    if (!response.ok || response.body === null) return;
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      clearTimeout(silence);
      silence = setTimeout(stop, silenceMs);
      const events = (text + value).split("\n\n");
      text = events.pop()!;
      for (const event of events) {
        const line = event.split("\n").find((part) => part.startsWith("data: "));
        // Whoever stopped reading must not hear of what was still under way.
        if (line !== undefined && !outer.aborted) onMessage(JSON.parse(line.slice(6)) as StreamMessage);
      }
    }
  } finally {
    clearTimeout(silence);
    outer.removeEventListener("abort", stop);
    removeEventListener("offline", stop);
  }
}

/** Waits between attempts double from half a second up to half a minute. Everyone waits differently. */
export const waitMs = (failures: number, random = Math.random()): number =>
  Math.min(500 * 2 ** failures, 30_000) * (0.5 + random / 2);

/** Waits after that many failures, without a network until it is back, and no longer than `signal` says. */
export function untilNextTry(failures: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      removeEventListener("online", end);
      resolve();
    };
    const timer = setTimeout(end, navigator.onLine ? waitMs(failures) : 3_600_000);
    addEventListener("online", end);
    signal.addEventListener("abort", end);
    if (signal.aborted) end();
  });
}
