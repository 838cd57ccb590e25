const key = "insert into stream_keys (name, secret_hash) values ('Broken', decode(repeat('00', 32), 'hex'))";
const lastKey = "(select max(id) from stream_keys)";
const stream = (status: string) => `
  insert into streams (title, starts_at, time_zone, source, key_id, access, status, started_at, last_segment_at)
  values ('Broken', clock_now(), 'UTC', 'push', ${lastKey}, 'free', '${status}', clock_now(), clock_now())`;
const lastStream = "(select max(id) from streams)";
const rendition = (next: number) => `
  insert into stream_renditions (stream_id, path, next_sequence) values (${lastStream}, 'broken.m3u8', ${next})`;
const push = (segments: number) => `
  insert into stream_pushes (stream_id, segments) values (${lastStream}, ${segments})`;
const segment = (sequence: number, cuts = 0) => `
  insert into stream_segments (id, stream_id, path, status, rendition_id, sequence, duration_ms, discontinuity,
    begins_at, published_at)
  select gen_random_uuid(), stream_id, 'a.ts', 'published', id, ${sequence}, 2000, ${cuts}, clock_now(), clock_now()
  from stream_renditions where path = 'broken.m3u8'`;
const viewer = (n: string) => `decode(lpad(${n}::text, 64, '0'), 'hex')`;
const seat = (seats: string) => `
  insert into stream_seats (stream_id, ticket_id, seat, viewer, browser)
  select ${lastStream}, (select min(id) from tickets), ${seats}, ${viewer("1")}`;
const warning = (kind: string, detail: string) => `
  insert into stream_warnings (stream_id, kind, detail) values (${lastStream}, '${kind}', '${detail}')`;

/** Ways to break the invariants of streams. */
export const breakages: Record<string, string[][]> = {
  "I-120": [
    [key, stream("live"), rendition(1), push(1), segment(1)],
    [key, stream("live"), rendition(1), push(1), segment(0, 1)],
    [
      key,
      stream("live"),
      rendition(1),
      push(1),
      segment(0),
      stream("scheduled").replace("clock_now(), clock_now())", "null, null)"),
      `update stream_segments set stream_id = ${lastStream} where path = 'a.ts'`,
    ],
  ],
  "I-121": [
    [key, stream("live"), rendition(2), push(1)],
    [key, stream("live"), rendition(1)],
  ],
  "I-122": [
    [key, stream("live")],
    [
      key,
      stream("stalled"),
      rendition(1),
      push(1),
      `update streams set last_segment_at = null where id = ${lastStream}`,
    ],
    [
      "drop index streams_one_per_key",
      key,
      stream("live"),
      rendition(1),
      push(1),
      stream("live"),
      rendition(1).replace("broken", "other"),
      push(1),
    ],
  ],
  "I-123": [
    [
      "alter table stream_seats drop constraint stream_seats_seat_check",
      key,
      stream("live"),
      rendition(1),
      push(1),
      `${seat(`n, ${viewer("n")}`)} from generate_series(1, 3) n`,
    ],
    [
      "alter table stream_seats drop constraint stream_seats_stream_id_viewer_key",
      key,
      stream("live"),
      rendition(1),
      push(1),
      `${seat(`n, ${viewer("1")}`)} from generate_series(1, 2) n`,
    ],
    [
      "alter table stream_reminders drop constraint stream_reminders_stream_id_email_key",
      key,
      stream("live"),
      rendition(1),
      push(1),
      `insert into stream_reminders (stream_id, email) select ${lastStream}, 'marva@example.com' from generate_series(1, 2)`,
    ],
  ],
  "I-124": [
    [key, stream("scheduled").replace("clock_now(), clock_now())", "null, null)"), warning("skipped_long", "long")],
    [key, stream("scheduled").replace("clock_now(), clock_now())", "null, null)"), warning("refused_file", "")],
  ],
};
