import { Topic, type Positions } from "#contract/realtime.ts";

/**
 * Reads positions as an event's ID has them, `chat.12:345;stream.12:7`. Whatever isn't a position is left out: its
 * reader starts at the topic's end, as someone new does.
 */
export function readPositions(text: string | undefined): Positions {
  const pairs = (text ?? "").split(";").flatMap((pair) => {
    const [, topic = "", seq = ""] = /^([^:]+):(\d{1,15})$/.exec(pair) ?? [];
    return Topic.safeParse(topic).success ? [[topic, Number(seq)] as const] : [];
  });
  return Object.fromEntries(pairs);
}

/** Writes positions as an event's ID. */
export const writePositions = (positions: Iterable<readonly [topic: string, seq: number]>): string =>
  Array.from(positions, ([topic, seq]) => `${topic}:${seq}`).join(";");

/** The most messages of a topic that one reader gets replayed. */
export const maxReplayed = 500;

/** Where a topic's messages begin and end. */
export interface Extent {
  /** The oldest message that is still there; null if none is. */
  oldest: number | null;
  newest: number;
}

/**
 * How someone who has read a topic up to `from` goes on. `start`: they have missed nothing. `replay`: the messages after
 * `from` are sent again. `reset`: some of those are gone, or they are too many, or the topic's past has changed (a
 * restored database).
 */
export function resumeAt(from: number, { oldest, newest }: Extent): "start" | "replay" | "reset" {
  if (from === newest) return "start";
  if (from > newest || newest - from > maxReplayed) return "reset";
  return oldest !== null && oldest <= from + 1 ? "replay" : "reset";
}
