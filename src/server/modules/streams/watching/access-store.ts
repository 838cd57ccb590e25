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

/**
 * Takes a seat of one of some tickets, or keeps the one that the viewer has. A ticket has two seats: the primary key
 * keeps a third viewer out, however many ask at once.
 *
 * @returns false if all seats are taken
 */
export async function reserveSeat(tx: Tx, streamId: number, viewer: Buffer, ticketIds: number[]): Promise<boolean> {
  const isKept = await hasRows(tx)`
    update stream_seats set seen_at = clock_now()
    where stream_id = ${streamId} and viewer = ${viewer} and ticket_id = any(${ticketIds}::bigint[]) returning seat`;
  if (isKept) return true;
  await run(tx)`delete from stream_seats where stream_id = ${streamId} and viewer = ${viewer}`;
  for (const ticketId of ticketIds) {
    for (const seat of [1, 2]) {
      const isTaken = await hasRows(tx)`
        insert into stream_seats as s (stream_id, ticket_id, seat, viewer) values (${streamId}, ${ticketId}, ${seat}, ${viewer})
        on conflict (stream_id, ticket_id, seat) do update set viewer = excluded.viewer, seen_at = clock_now()
        where s.seen_at < clock_now() - make_interval(secs => ${seatSeconds}) returning seat`;
      if (isTaken) return true;
    }
  }
  return false;
}

/** A viewer in a seat. */
export interface Seated {
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
