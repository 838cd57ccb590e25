import type { Invariant } from "./invariant.ts";

/** Invariants of the realtime channel. */
export const realtimeInvariants: Invariant[] = [
  {
    id: "I-53",
    holds: "A topic's messages are numbered without a gap, up to the topic's own number",
    sql: `
      select m.topic, min(m.seq) as first, max(m.seq) as last, count(*)::integer as messages, t.seq as topic_seq
      from realtime_messages m left join realtime_topics t on t.topic = m.topic
      group by m.topic, t.seq
      having count(*) <> max(m.seq) - min(m.seq) + 1 or max(m.seq) is distinct from t.seq`,
  },
];
