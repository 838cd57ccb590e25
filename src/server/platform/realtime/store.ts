import { integer } from "../db/columns.ts";
import type { Database, Queryable, Tx } from "../db/database.ts";
import { allRows, firstValue, onlyValue, run } from "../db/rows.ts";
import type { Extent } from "./positions.ts";

/** A stored message; `data` is JSON text. */
export interface MessageRow {
  topic: string;
  seq: number;
  type: string;
  data: string;
}

/** A message to store. */
interface NewMessage {
  topic: string;
  type: string;
  data: unknown;
  subject?: string | undefined;
}

/** The type of a message whose data was removed: it keeps its number and reaches nobody. */
export const scrubbed = "scrubbed";
/** The type of a message for the nodes themselves: check again who may read the topic. */
export const recheck = "recheck";

/**
 * Stores a message under its topic's next number and returns that. The topic stays locked until the transaction ends:
 * without it, a later number could be committed first, and readers who saw that would miss the earlier one.
 */
export function insertMessage(tx: Tx, { topic, type, data, subject }: NewMessage): Promise<number> {
  return onlyValue(tx, integer)`
    with next as (
      insert into realtime_topics (topic, seq) values (${topic}, 1)
      on conflict (topic) do update set seq = realtime_topics.seq + 1 returning seq
    )
    insert into realtime_messages (topic, seq, type, data, subject)
    select ${topic}, seq, ${type}, ${JSON.stringify(data)}::jsonb, ${subject ?? null} from next returning seq`;
}

/** Removes the data of a topic's messages about some subjects, so that no replay has it. */
export function scrubMessages(tx: Tx, topic: string, ...subjects: string[]): Promise<void> {
  return run(tx)`
    update realtime_messages set type = ${scrubbed}, data = '{}'
    where topic = ${topic} and subject = any(${subjects}::text[]) and type <> ${scrubbed}`;
}

/** The number of a topic's latest message; 0 if there was none. */
export async function findPosition(db: Queryable, topic: string): Promise<number> {
  return (await firstValue(db, integer)`select seq from realtime_topics where topic = ${topic}`) ?? 0;
}

/** Where the messages of a topic begin and end, and the last one that made nodes check who may read it (0: none). */
export interface TopicExtent extends Extent {
  topic: string;
  rechecked: number;
}

/** The extents of some topics; those without any message are left out. */
export function findExtents(db: Queryable, topics: string[]): Promise<TopicExtent[]> {
  return allRows(db)`
    select topic, seq as newest,
      (select min(m.seq) from realtime_messages m where m.topic = t.topic) as oldest,
      coalesce((select max(m.seq) from realtime_messages m where m.topic = t.topic and m.subject = ${recheck}), 0)
        as rechecked
    from realtime_topics t where topic = any(${topics}::text[])`;
}

/** The next messages of some topics after these positions, in order, at most `limit` of all. */
export function findAfter(db: Queryable, after: Iterable<[string, number]>, limit: number): Promise<MessageRow[]> {
  const pairs = [...after];
  return allRows(db)`
    select m.topic, m.seq, m.type, m.data::text as data
    from unnest(${pairs.map(([topic]) => topic)}::text[], ${pairs.map(([, seq]) => seq)}::bigint[]) p (topic, seq)
    cross join lateral (
      select * from realtime_messages x where x.topic = p.topic and x.seq > p.seq order by x.seq limit ${limit}) m
    order by m.topic, m.seq limit ${limit}`;
}

/** Deletes messages older than so many minutes, and with one of them all before it, so that no gap is left. */
export function purgeMessages(db: Database, minutes: number): Promise<void> {
  return run(db)`
    delete from realtime_messages m using (
      select topic, max(seq) as seq from realtime_messages
      where at < clock_now() - make_interval(mins => ${minutes}) group by topic) old
    where m.topic = old.topic and m.seq <= old.seq`;
}
