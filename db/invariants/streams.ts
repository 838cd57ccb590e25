import type { Invariant } from "./invariant.ts";

/** Invariants of streams. */
export const streamInvariants: Invariant[] = [
  {
    id: "I-120",
    holds: "Segments are numbered below their playlist's next number, in its count of cuts, and belong to its stream",
    sql: `
      select g.id, g.sequence, r.next_sequence, g.discontinuity, r.discontinuity as cuts
      from stream_segments g join stream_renditions r on r.id = g.rendition_id
      left join stream_segments m on m.id = g.map_id
      where g.sequence >= r.next_sequence or g.discontinuity > r.discontinuity or g.stream_id <> r.stream_id
        or m.stream_id <> g.stream_id or m.status = 'receiving'`,
  },
  {
    id: "I-121",
    holds: "The runs of a stream's encoders count exactly the segments that were published",
    sql: `
      select s.id, coalesce(p.segments, 0) as counted, coalesce(r.published, 0) as published from streams s
      left join (select stream_id, sum(segments) as segments from stream_pushes group by 1) p on p.stream_id = s.id
      left join (select stream_id, sum(next_sequence) as published from stream_renditions group by 1) r
        on r.stream_id = s.id
      where coalesce(p.segments, 0) <> coalesce(r.published, 0)`,
  },
  {
    id: "I-122",
    holds: "A pushed stream that is live has segments, and its key feeds no other live stream",
    sql: `
      select s.id, s.key_id from streams s
      where s.source = 'push' and s.status in ('live', 'stalled') and s.deleted_at is null
        and (s.last_segment_at is null
          or not exists (select from stream_renditions r where r.stream_id = s.id and r.next_sequence > 0)
          or exists (select from streams o where o.key_id = s.key_id and o.id <> s.id and o.deleted_at is null
            and o.status in ('live', 'stalled')))`,
  },
  {
    id: "I-123",
    holds: "A ticket opens a stream to two viewers at most, each with one seat, and nobody is told twice",
    sql: `
      select stream_id, ticket_id::text as whose, count(*)::integer as count from stream_seats group by 1, 2 having count(*) > 2
      union all
      select stream_id, encode(viewer, 'hex'), count(*)::integer from stream_seats group by 1, 2 having count(*) > 1
      union all
      select stream_id, email, count(*)::integer from stream_reminders group by 1, 2 having count(*) > 1`,
  },
  {
    id: "I-124",
    holds: "A warning about an encoder says what it is about: the seconds of a segment, or the refused file",
    sql: `
      select stream_id, kind, detail from stream_warnings
      where case kind when 'refused_file' then detail = '' else detail !~ '^-?[0-9]+([.][0-9]+)?$' end`,
  },
];
