const someone = "(select min(id) from users)";
const other = "(select max(id) from users)";
const post = (id = 901, more = "'published'", text = "'Hi'") =>
  `insert into posts (id, author_id, text, html, html_version, status, published_at) overriding system value
   values (${id}, ${someone}, ${text}, ${text}, 1, ${more}, clock_now())`;
const comment = (id: number, parent = "null", status = "'published'", text = "'Hi'") =>
  `insert into comments (id, post_id, parent_id, author_id, text, html, html_version, status) overriding system value
   values (${id}, 901, ${parent}, ${someone}, ${text}, ${text}, 1, ${status})`;
const counted = "update posts set comment_count = (select count(*) from comments where post_id = 901) where id = 901";
const picture = `insert into pictures (id, key, status, file_name, width, height, dominant, accent, is_library)
  overriding system value values (901, 'broken-member', 'ready', 'photo', 4, 5, '#101010', '#c9a24b', false)`;
const shown = "insert into post_images (post_id, picture_id, place) values (901, 901, 1)";
const oneImage = "update posts set image_count = 1 where id = 901";
const block = `insert into relations (from_id, kind, to_id) values (${someone}, 'block', ${other})`;
const deleted = `insert into users (id, username, display_name, role, deleted_at) overriding system value
  values (900001, 'deleted-broken', 'Deleted account', 'guest', clock_now())`;

/** Ways to break the invariants of the community. */
export const breakages: Record<string, string[][]> = {
  "I-140": [
    [post(), `insert into post_reactions values (901, ${someone}, 'fire')`],
    [post(), `update posts set reactions = '{"fire": 1}', reaction_count = 1 where id = 901`],
    [post(), comment(901), counted, `insert into comment_reactions values (901, ${someone}, 'fire')`],
  ],
  "I-141": [
    [post(), comment(901)],
    [post(), comment(901), comment(902, "901"), counted],
    [post(), oneImage],
  ],
  "I-142": [
    [
      post(),
      comment(901),
      comment(902, "901"),
      comment(903, "902"),
      counted,
      "update comments set reply_count = 1 where id in (901, 902)",
    ],
    [post(901, "'deleted'")],
    [post(), comment(901, "null", "'deleted'")],
    [post(901, "'deleted'", "''"), "insert into earlier_texts (post_id, at, text) values (901, clock_now(), 'Hi')"],
  ],
  "I-143": [
    [post(901, "'held'")],
    [post(), comment(901, "null", "'held'")],
    [post(901, "'deleted'", "''"), "insert into review_items (kind, target_id) values ('post', 901)"],
    ["insert into review_items (kind, target_id) values ('comment', 999999)"],
    ["insert into review_items (kind, target_id) values ('photo', 999999)"],
  ],
  "I-144": [
    [block, `insert into relations (from_id, kind, to_id) values (${other}, 'follow', ${someone})`],
    [block, `insert into notifications (user_id, kind, actor_id) values (${other}, 'follow', ${someone})`],
  ],
  "I-145": [
    [post(), picture, shown, oneImage],
    [picture, "insert into picture_uses values (901, 'event', '1', 'An event')"],
  ],
  "I-146": [
    [
      `insert into going_tickets (ticket_id, user_id, event_id)
       select t.id, t.owner_id, (select e.id from events e where e.id <> t.event_id order by e.id limit 1)
       from tickets t where not exists (select from going_tickets g where g.ticket_id = t.id) order by t.id limit 1`,
    ],
    [deleted, post(), "update posts set author_id = 900001 where id = 901"],
    [deleted, post(), comment(901), counted, "update comments set author_id = 900001 where id = 901"],
    [deleted, "insert into community_members (user_id) values (900001)"],
  ],
  "I-147": [
    ["insert into moderation_actions (kind, moderator_name, reason) values ('hide', 'Mona', 'Because')"],
    [`insert into restrictions (user_id, scope, reason) values (${someone}, 'community', 'Because')`],
    [
      `insert into moderation_actions (id, kind, moderator_name, reason, undone_at) overriding system value
       values (900001, 'clear', 'Mona', 'Because', clock_now())`,
      `insert into moderation_items (action_id, kind, target_id, former_status) values (900001, 'post', 1, 'published')`,
    ],
  ],
};
