import { request, type IncomingMessage } from "node:http";
import type { ControlMessage, StreamMessage, TopicMessage } from "#contract/realtime.ts";

export type Stream = Awaited<ReturnType<typeof openStream>>;

interface StreamOptions {
  since?: string | undefined;
  lastId?: string | undefined;
  token?: string | undefined;
  headers?: Record<string, string>;
  /** Called for each message as it arrives, besides being stored. */
  onMessage?: (message: StreamMessage) => void;
}

export const isControl = (message: StreamMessage): message is ControlMessage => "control" in message;
const isMessage = (message: StreamMessage): message is TopicMessage => !isControl(message);

/** Opens a stream of topics like a browser, on a connection of its own, and reads it until it ends. */
export async function openStream(baseUrl: string, topics: string, options: StreamOptions = {}) {
  const { since, lastId, token, onMessage } = options;
  const query = since === undefined ? "" : `?since=${encodeURIComponent(since)}`;
  const headers = {
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(lastId === undefined ? {} : { "last-event-id": lastId }),
    ...options.headers,
  };
  const asked = request(`${baseUrl}/api/stream/${topics}${query}`, { agent: false, headers });
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    asked.once("response", resolve).once("error", reject).end();
  });
  const received: StreamMessage[] = [];
  const waiting = new Set<() => void>();
  let id = lastId;
  let begun = "";

  function receive(event: string): void {
    for (const line of event.split("\n")) {
      if (line.startsWith("id: ")) id = line.slice(4);
      if (!line.startsWith("data: ")) continue;
      const message = JSON.parse(line.slice(6)) as StreamMessage;
      received.push(message);
      onMessage?.(message);
    }
  }
  response.setEncoding("utf8").on("data", (chunk: string) => {
    const events = `${begun}${chunk}`.split("\n\n");
    begun = events.pop()!;
    for (const event of events) receive(event);
    for (const wake of waiting) wake();
  });
  /** How it ended: whole, or cut off. */
  const ended = new Promise<"whole" | "cut off">((resolve) => {
    response
      .once("error", () => resolve("cut off"))
      .once("close", () => resolve(response.complete ? "whole" : "cut off"));
  });
  asked.on("error", () => undefined);

  return {
    status: response.statusCode!,
    headers: response.headers,
    received,
    ended,
    /** Topic messages so far, without what the channel itself says. */
    get messages() {
      return received.filter(isMessage);
    },
    get controls() {
      return received.filter(isControl);
    },
    /** The ID of the last event. */
    get lastId() {
      return id;
    },
    /** Waits until something that it received passes. */
    until: (passes: (message: StreamMessage) => boolean): Promise<StreamMessage> =>
      new Promise((resolve, reject) => {
        const resolveFound = () => {
          const found = received.find(passes);
          if (found === undefined) return;
          waiting.delete(resolveFound);
          resolve(found);
        };
        waiting.add(resolveFound);
        resolveFound();
        void ended.then(() => {
          resolveFound();
          reject(new Error(`The stream ended with ${JSON.stringify(received)}`));
        });
      }),
    /** Stops reading: what is sent stays where it is. */
    pause: () => void response.pause(),
    close: () => void asked.destroy(),
  };
}

/** Passes the message with this number. */
export const numbered =
  (seq: number, topic?: string) =>
  (message: StreamMessage): boolean =>
    !isControl(message) && message.seq === seq && (topic === undefined || message.topic === topic);

/** Passes a control message of this kind. */
export const control =
  (kind: ControlMessage["control"]) =>
  (message: StreamMessage): boolean =>
    isControl(message) && message.control === kind;
