import { z } from "zod";
import { endpoint } from "./endpoint.ts";

/** The most topics of one connection. */
export const maxTopics = 20;

/** A topic: the family that decides who may read it, and the id of what it is about, `chat.12`. */
export const Topic = z.string().regex(/^[a-z][a-z_]{0,30}\.[A-Za-z0-9_-]{1,64}$/);

/** How far someone has read each topic, by topic: the number of the last message. */
export const Positions = z.record(Topic, z.int().min(0));
export type Positions = z.infer<typeof Positions>;

/** A message of a topic. `seq` counts the topic's messages, so whoever has seen a number drops it the second time. */
export const TopicMessage = z.object({
  topic: Topic,
  seq: z.int().min(1),
  type: z.string(),
  data: z.unknown(),
});
export type TopicMessage = z.infer<typeof TopicMessage>;

/**
 * What the channel itself says. `positions`: where each topic starts, first on every connection. `reset`: messages up to
 * `seq` can't be replayed, so the reader must load the topic's current state again. `closed`: the reader can't read this
 * topic, or can't anymore.
 */
export const ControlMessage = z.discriminatedUnion("control", [
  z.object({ control: z.literal("positions"), positions: Positions }),
  z.object({ control: z.literal("reset"), topic: Topic, seq: z.int().min(0) }),
  z.object({ control: z.literal("closed"), topic: Topic }),
]);
export type ControlMessage = z.infer<typeof ControlMessage>;

/** Everything that a connection can receive. */
export type StreamMessage = TopicMessage | ControlMessage;

/**
 * A topic that the caller can't read gets `closed`, not an error. A message's ID has the positions of all topics, so a reconnect misses nothing.
 */
export const streamTopics = endpoint(
  "GET /api/stream/{topics}",
  "Messages of topics as server-sent events; `since` or Last-Event-ID names the positions to continue from",
  {
    access: "public",
    /** Topics separated by commas, `chat.12,stream.12`. */
    params: z.object({
      topics: z
        .string()
        .transform((topics) => [...new Set(topics.split(","))])
        .pipe(z.array(Topic).min(1).max(maxTopics)),
    }),
    /** Positions as an event's ID has them, `chat.12:345;stream.12:7`. */
    query: z.object({ since: z.string().max(2000).optional() }),
    reply: z.string(),
    replyType: "text/event-stream",
    errors: ["foreign_origin", "unavailable"],
  },
);
