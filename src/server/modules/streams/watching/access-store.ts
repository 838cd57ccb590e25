import type { StreamAccess, StreamStatus, StreamSourceKind, EmbedProvider } from "#contract/streams/streams.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import { allRows, firstRow, hasRows, run } from "#server/platform/db/rows.ts";

/** A stream, as far as it decides who may watch it. */
export interface GatedStream {
  id: number;
  status: StreamStatus;
  source: StreamSourceKind;
  access: StreamAccess;
  isPublished: boolean;
  /** It ended so lately that players are still at its last segments. */
  isJustOver: boolean;
  eventId: number | null;
  passTypeIds: number[];
  address: string | null;
  embedProvider: EmbedProvider | null;
  embedVideo: string | null;
}

/** A stream that isn't deleted. */
export function findGated(db: Queryable, id: number): Promise<GatedStream | undefined> {
  return firstRow(db)`
    select id, status, source, access, is_published as "isPublished", event_id as "eventId",
      coalesce(ended_at > clock_now() - interval '5 minutes', false) as "isJustOver",
      array(select ticket_type_id from stream_ticket_types where stream_id = s.id) as "passTypeIds",
      address, embed_provider as "embedProvider", embed_video as "embedVideo"
    from streams s where id = ${id} and deleted_at is null`;
}

/** A seat is free again when nobody was seen in it for so many seconds. */
const seatSeconds = 45;
/** And for the same browser in another network sooner: players are seen every ten seconds. */
const movedSeconds = 25;

/** A player that wants a seat. */
interface Player {
  viewer: Buffer;
  browser: Buffer;
}

/** Whether a player has a seat, and which player lost it for that. */
interface Seating {
  isSeated: boolean;
  displaced?: Buffer;
  /** The seats that it didn't get are of the same cookie in other networks. */
  isElsewhere?: boolean;
}

/**
 * Takes a seat of one of some tickets, or keeps the one that the player has. A ticket has two seats: the primary key
 * keeps a third player out, however many ask at once.
 *
 * @param mayDisplace if all seats are taken, takes the oldest that another network has by the same cookie
 */
export async function reserveSeat(
  tx: Tx,
  streamId: number,
  { viewer, browser }: Player,
  ticketIds: number[],
  mayDisplace: boolean,
): Promise<Seating> {
  const isKept = await hasRows(tx)`
    update stream_seats set seen_at = clock_now()
    where stream_id = ${streamId} and viewer = ${viewer} and ticket_id = any(${ticketIds}::bigint[]) returning seat`;
  if (isKept) return { isSeated: true };
  await run(tx)`delete from stream_seats where stream_id = ${streamId} and viewer = ${viewer}`;
  for (const ticketId of ticketIds) {
    for (const seat of [1, 2]) {
      const isTaken = await hasRows(tx)`
        insert into stream_seats as s (stream_id, ticket_id, seat, viewer, browser)
        values (${streamId}, ${ticketId}, ${seat}, ${viewer}, ${browser})
        on conflict (stream_id, ticket_id, seat) do update
          set viewer = excluded.viewer, browser = excluded.browser, seen_at = clock_now(), taken_at = clock_now()
        where s.seen_at < clock_now() - make_interval(secs => ${seatSeconds})
          or (s.browser = excluded.browser and s.seen_at < clock_now() - make_interval(secs => ${movedSeconds}))
        returning seat`;
      if (isTaken) return { isSeated: true };
    }
  }
  return claimOldest(tx, streamId, { viewer, browser }, ticketIds, mayDisplace);
}

async function claimOldest(
  tx: Tx,
  streamId: number,
  player: Player,
  ticketIds: number[],
  mayDisplace: boolean,
): Promise<Seating> {
  const oldest = await firstRow(tx)<{ ticketId: number; seat: number; viewer: Buffer }>`
    select ticket_id as "ticketId", seat, viewer from stream_seats
    where stream_id = ${streamId} and ticket_id = any(${ticketIds}::bigint[]) and browser = ${player.browser}
    order by taken_at, seat limit 1 for update`;
  if (oldest === undefined || !mayDisplace) return { isSeated: false, isElsewhere: oldest !== undefined };
  await run(tx)`
    update stream_seats set viewer = ${player.viewer}, seen_at = clock_now(), taken_at = clock_now()
    where stream_id = ${streamId} and ticket_id = ${oldest.ticketId} and seat = ${oldest.seat}`;
  return { isSeated: true, displaced: oldest.viewer };
}

/** A viewer in a seat. */
interface Seated {
  streamId: number;
  viewer: Buffer;
  ticketId: number;
}

/** Everyone who was seen in a seat lately. */
export function findSeated(db: Queryable): Promise<Seated[]> {
  return allRows(db)`
    select stream_id as "streamId", viewer, ticket_id as "ticketId" from stream_seats
    where seen_at > clock_now() - interval '2 minutes'`;
}

/** Deletes seats that nobody sits in anymore. */
export function purgeSeats(db: Queryable): Promise<void> {
  return run(db)`delete from stream_seats where seen_at < clock_now() - interval '1 day'`;
}
