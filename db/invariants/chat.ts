import type { Invariant } from "./invariant.ts";

/** Invariants of chat. */
export const chatInvariants: Invariant[] = [
  {
    id: "I-130",
    holds: "The text of a hidden message can't be replayed",
    sql: `
      select m.id as message, r.topic, r.seq from realtime_messages r
      join chat_messages m on r.topic = 'chat.' || m.room_id and r.subject = 'message.' || m.id
      where r.subject is not null and r.type <> 'scrubbed' and m.hidden_at is not null`,
  },
  {
    id: "I-131",
    holds: "A room's pinned message is a shown message of the room, and replies stay in their message's room",
    sql: `
      select r.id as room, r.pinned_id as message from chat_rooms r left join chat_messages m on m.id = r.pinned_id
      where r.pinned_id is not null and (m.room_id is distinct from r.id or m.hidden_at is not null)
      union all
      select m.room_id, m.id from chat_messages m left join chat_messages o on o.id = m.reply_to_id
      where m.reply_to_id is not null and o.room_id is distinct from m.room_id`,
  },
  {
    id: "I-132",
    holds: "What a person sent once is one message",
    sql: `
      select author_id as person, room_id as room, count(*)::integer as found from chat_messages where author_id is not null
      group by author_id, room_id, client_id having count(*) > 1`,
  },
];
