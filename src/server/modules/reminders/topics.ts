import type { AnyTopic } from "#contract/reminders.ts";
import { fieldError } from "#server/platform/app-error.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import { eventIdOf, topicNames } from "./rules.ts";
import { findEventById } from "#server/modules/events/index.ts";

/** Something that people can wait for, one list for each id: what is found at an event, for example. */
export interface ReminderTopic {
  /** How "Want an email when …" ends: "something is found at Velvet Riddim". Undefined if there's no such thing. */
  findSentence: (db: Queryable, id: number) => Promise<string | undefined>;
  /** The page with the list, where its emailed links lead. */
  pathOf: (id: number) => string;
  /** People join it by an endpoint of the module only, not by `POST /api/interest`. */
  isJoinedElsewhere?: true;
  /** What else happens when an address confirms by an emailed link, in the same transaction; can be repeated. */
  onConfirmed?: (tx: Tx, email: string) => Promise<unknown>;
  /** What else happens when an address unsubscribes by an emailed link, in the same transaction; can be repeated. */
  onLeft?: (tx: Tx, email: string) => Promise<unknown>;
}

declare module "#server/platform/module-parts.ts" {
  interface ModuleParts {
    /** What people can wait for, by the name before its id: `found-items` for the topic `found-items:12`. */
    reminderTopics?: Record<string, ReminderTopic>;
  }
}

type Contributed = Pick<Deps, "contributed">;

/** The topic that a module contributes, and the id; undefined for parts of the site and ticket sales. */
function findContributed({ contributed }: Contributed, topic: AnyTopic) {
  const [name = "", id] = topic.split(":");
  const found = contributed("reminderTopics").find((topics) => Object.hasOwn(topics, name))?.[name];
  return found && { ...found, id: Number(id) };
}

/** Does what else happens when an address confirms that it is on a topic's list, or leaves it. */
export async function onSignupStep(
  deps: Contributed,
  tx: Tx,
  { topic, email, step }: { topic: AnyTopic; email: string; step: "confirm" | "leave" },
): Promise<void> {
  const contributed = findContributed(deps, topic);
  await (step === "leave" ? contributed?.onLeft?.(tx, email) : contributed?.onConfirmed?.(tx, email));
}

/** @throws AppError `invalid_input` for a topic that no module has, or that is joined elsewhere */
export function requireTopic(deps: Contributed, topic: AnyTopic): void {
  const contributed = findContributed(deps, topic);
  const isJoinable = contributed !== undefined && contributed.isJoinedElsewhere !== true;
  if (!Object.hasOwn(topicNames, topic) && !isJoinable) throw fieldError("topic", "We don't have this list");
}

/** A topic's page on the site, with what a link says besides. */
export function pathOf(deps: Contributed, topic: AnyTopic, query: Record<string, string>): string {
  const eventId = eventIdOf(topic);
  const contributed = findContributed(deps, topic);
  const path = contributed?.pathOf(contributed.id) ?? (eventId === undefined ? `/${topic}` : `/events/${eventId}`);
  return `${path}${path.includes("?") ? "&" : "?"}${new URLSearchParams(query).toString()}`;
}

/** What people on a list wait for, "the shop opens"; undefined if it no longer exists. */
export async function findSentence(
  deps: Contributed & { db: Queryable },
  topic: AnyTopic,
): Promise<string | undefined> {
  const contributed = findContributed(deps, topic);
  if (contributed !== undefined) return contributed.findSentence(deps.db, contributed.id);
  const eventId = eventIdOf(topic);
  if (eventId === undefined) return `${topicNames[topic as keyof typeof topicNames]} opens`;
  const event = await findEventById(deps.db, eventId);
  return event && `tickets for ${event.title} go on sale`;
}
