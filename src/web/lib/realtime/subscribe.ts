import type { StreamMessage } from "#contract/realtime.ts";
import { runStream, type Reached } from "./stream.ts";
import { Subscriptions, type TopicHandlers } from "./subscriptions.ts";

export type { TopicHandlers };

/** The lock that the leading tab holds, and the channel on which tabs talk. */
const name = "sg-realtime";

/**
 * What tabs say: what one follows and how far it has read; that a new leader asks for that; that someone else signed in;
 * and what the leader's stream said.
 */
type Word = { tab: string; follows: Reached } | "asks" | "renews" | { said: StreamMessage };

/** How soon changes of topics become a new connection: several parts of a page subscribe at once. */
const settleMs = 30;

const tab = Math.random().toString(36).slice(2);
const own = new Subscriptions();
/** The topics of the other tabs, and how far the stream has come for the tab that is furthest behind. For the leader. */
const others = new Map<string, string[]>();
const reached: Reached = {};
let channel: BroadcastChannel | undefined;
/** Only the leading tab has a stream, for all tabs of the browser. */
let isLeading = false;
let stream: AbortController | undefined;
let streamed = "";
let isBehind = false;
let isStarted = false;
let settling: ReturnType<typeof setTimeout> | undefined;

const post = (word: Word) => channel?.postMessage(word);

/**
 * Follows a topic until the returned function is called. All tabs of a browser share one connection. Messages arrive in
 * order, each once, also across reconnects and when the tab that has the connection is closed.
 *
 * @param since the topic's position with which the page's state came; without it, the first message is the next one
 */
export function subscribe(topic: string, handlers: TopicHandlers, since?: number): () => void {
  own.add(topic, handlers, since);
  start();
  changed();
  return () => {
    own.remove(topic, handlers);
    changed();
  };
}

function start(): void {
  if (isStarted) return;
  isStarted = true;
  addEventListener("sg:auth:changed", () => {
    post("renews");
    renew();
  });
  // Old browsers, and sites over plain http: each tab has its own stream.
  if (!(navigator.locks as LockManager | null | undefined) || !("BroadcastChannel" in globalThis)) return lead();
  channel = new BroadcastChannel(name);
  channel.addEventListener("message", (e: MessageEvent<Word>) => hear(e.data));
  addEventListener("pagehide", () => post({ tab, follows: {} }));
  addEventListener("pageshow", changed);
  // Held until the tab is gone.
  void navigator.locks.request(name, () => (lead(), new Promise(() => undefined)));
}

function lead(): void {
  isLeading = true;
  post("asks");
  changed();
}

function hear(word: Word): void {
  if (word === "asks") post({ tab, follows: own.positions() });
  else if (word === "renews") renew();
  else if ("said" in word) own.receive(word.said);
  else if (isLeading) {
    others.set(word.tab, Object.keys(word.follows));
    follow(word.follows);
  }
}

function changed(): void {
  if (isLeading) follow(own.positions());
  else post({ tab, follows: own.positions() });
}

/** Makes the stream start again if it doesn't have what a tab follows. */
function follow(positions: Reached): void {
  for (const [topic, seq] of Object.entries(positions)) {
    if (seq === undefined || seq >= (reached[topic] ?? Infinity)) continue;
    reached[topic] = seq;
    isBehind = true;
  }
  clearTimeout(settling);
  settling = setTimeout(() => {
    const topics = new Set([...Object.keys(own.positions()), ...[...others.values()].flat()]);
    const key = [...topics].toSorted().join();
    if (key === streamed && !isBehind) return;
    for (const topic of Object.keys(reached)) if (!topics.has(topic)) delete reached[topic];
    streamed = key;
    renew();
  }, settleMs);
}

/** Starts the stream anew, from where it was. */
function renew(): void {
  if (!isLeading) return;
  stream?.abort();
  isBehind = false;
  if (streamed === "") return;
  const topics = streamed.split(",");
  const { signal } = (stream = new AbortController());
  void runStream(() => Object.fromEntries(topics.map((topic) => [topic, reached[topic]])), receive, signal);
}

function receive(message: StreamMessage): void {
  if (!("control" in message)) reached[message.topic] = message.seq;
  else if (message.control === "positions") Object.assign(reached, message.positions);
  else if (message.control === "reset") reached[message.topic] = message.seq;
  post({ said: message });
  own.receive(message);
}
