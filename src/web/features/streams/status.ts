import type { StreamAccess, StreamCard, StreamLists, StreamStatus, StreamView } from "#contract/streams/streams.ts";
import { formatDay, formatTime } from "#web/lib/dates.ts";
import type { BadgeLabel } from "#web/ui/badge.tsx";

/** A stream's status as a badge. */
export const streamStatuses: Record<StreamStatus, BadgeLabel> = {
  scheduled: { label: "Upcoming", tone: "gold" },
  starting: { label: "Starting", tone: "soon" },
  live: { label: "Live now", tone: "gone" },
  stalled: { label: "Live, interrupted", tone: "soon" },
  ended: { label: "Ended", tone: "plain" },
  replay: { label: "Replay", tone: "on-poster" },
};

/** What a visitor should know about a status, in a sentence or two. */
export const statusTexts: Record<StreamStatus, string> = {
  scheduled: "The stream starts right here. No need to refresh.",
  starting: "We're about to go live. No need to refresh.",
  live: "",
  stalled: "The host lost connection. The stream picks up here as soon as they're back.",
  ended: "If there's a replay, you'll find it here.",
  replay: "",
};

/** True while a stream has a picture to show. A stalled one goes on by itself. */
export const isOn = (status: StreamStatus): boolean => status === "live" || status === "stalled";

/** True if a player can open the stream. */
export const canWatch = (status: StreamStatus): boolean => isOn(status) || status === "replay";

/** The stream that /live shows first: what is live, then what comes next, then the latest replay. */
export const leadOf = ({ live, next, replays }: StreamLists): StreamCard | undefined => live[0] ?? next ?? replays[0];

/** The status that the lists have of a stream: those that have ended are in none. */
export const listedStatus = ({ live, upcoming, replays }: StreamLists, streamId: number): StreamStatus =>
  [...live, ...upcoming, ...replays].find(({ id }) => id === streamId)?.status ?? "ended";

/** "Sat, Nov 28 · 9:00 PM". */
export const streamTime = ({ startsAt, timeZone }: Pick<StreamCard, "startsAt" | "timeZone">): string =>
  `${formatDay(startsAt, timeZone)} · ${formatTime(startsAt, timeZone)}`;

/** Who can watch, as a badge in a list. */
export const accessLabels: Record<StreamAccess, string> = {
  free: "Free",
  members: "Members",
  tickets: "Ticket holders",
  pass: "Stream pass",
};

/** What opens a stream, as a sentence. */
export function accessText({ access, event, passes }: Pick<StreamView, "access" | "event" | "passes">): string {
  if (access === "free") return "Free for everyone";
  if (access === "members") return "Free with an account";
  if (access === "tickets") return `Your ticket to ${event?.title ?? "the event"} opens this stream`;
  const names = passes.map(({ name }) => name);
  return names.length === 0 ? "A stream pass opens this stream" : `${either(names)} opens this stream`;
}

/** "Stream pass or VIP". */
const either = (names: string[]): string =>
  names.length < 2 ? (names[0] ?? "") : `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`;

/** The event whose tickets open a stream. */
export const ticketEventId = ({ access, event, passes }: Pick<StreamView, "access" | "event" | "passes">) =>
  access === "pass" ? passes[0]?.eventId : access === "tickets" ? event?.id : undefined;

/** "1 viewer", "1,204 viewers". */
export const viewersText = (count: number): string =>
  `${count.toLocaleString("en-US")} ${count === 1 ? "viewer" : "viewers"}`;
