const rooms =
  "insert into chat_rooms (id, kind, owner_id) overriding system value values (901, 'show', 1), (902, 'show', 2)";
const message = (id: number, roomId: number, more = "null", client = "gen_random_uuid()") =>
  `insert into chat_messages (id, room_id, author_id, author_name, text, client_id, reply_to_id) overriding system value
   values (${id}, ${roomId}, (select min(id) from users), 'Ada', 'Hi', ${client}, ${more})`;
const hide = "update chat_messages set hidden_at = clock_now() where id = 901";
const same = "'0199b2f0-1111-4000-8000-00000000abcd'";

/** Ways to break the invariants of chat. */
export const breakages: Record<string, string[][]> = {
  "I-130": [
    [
      rooms,
      message(901, 901),
      "insert into realtime_topics values ('chat.901', 1)",
      "insert into realtime_messages (topic, seq, type, data, subject) values ('chat.901', 1, 'message', '{}', 'message.901')",
      hide,
    ],
  ],
  "I-131": [
    [rooms, message(901, 901), "update chat_rooms set pinned_id = 901 where id = 901", hide],
    [rooms, message(901, 901), "update chat_rooms set pinned_id = 901 where id = 902"],
    [rooms, "update chat_rooms set pinned_id = 903 where id = 901"],
    [rooms, message(901, 901), message(902, 902, "901")],
  ],
  "I-132": [
    [
      "alter table chat_messages drop constraint chat_messages_room_id_author_id_client_id_key",
      rooms,
      message(901, 901, "null", same),
      message(902, 901, "null", same),
    ],
  ],
};
