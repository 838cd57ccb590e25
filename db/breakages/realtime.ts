const three = `
  with topic as (insert into realtime_topics values ('sample.1', 3) returning topic)
  insert into realtime_messages (topic, seq, type, data) select topic, s, 'sample', '{}' from topic, generate_series(1, 3) s`;

/** Ways to break the invariants of the realtime channel. */
export const breakages: Record<string, string[][]> = {
  "I-53": [
    [three, "delete from realtime_messages where seq = 2"],
    // The latest one is gone, or has a number that the topic doesn't know.
    [three, "delete from realtime_messages where seq = 3"],
    [three, "update realtime_topics set seq = 2"],
  ],
};
