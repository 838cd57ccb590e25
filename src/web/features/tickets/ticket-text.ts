import type { MyTicket } from "#contract/tickets.ts";
import { formatTime } from "#web/lib/dates.ts";

type UsedTicket = Pick<MyTicket, "admittedAt"> & { event: Pick<MyTicket["event"], "timeZone">; gate?: string | null };

/**
 * "Used 9:41 PM, Gate B", in the event's time zone; undefined for a ticket that wasn't used. Tickets that this device
 * kept for offline use may have no gate.
 */
export function usedText({ admittedAt, gate, event }: UsedTicket): string | undefined {
  if (admittedAt === null) return undefined;
  const time = `Used ${formatTime(admittedAt, event.timeZone)}`;
  return gate ? `${time}, ${gate}` : time;
}

/** A ticket's code in groups, for reading aloud: "SG7K 2M94 …". The scanner ignores spaces. */
export const spacedCode = (code: string) => code.match(/.{1,4}/g)?.join(" ") ?? code;

/** What a pass for a live stream says of itself, to its buyer. */
export const streamPassText = "For the live stream. It doesn't admit anyone at the door.";
