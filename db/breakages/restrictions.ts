const someone = "(select min(id) from users)";
const other = "(select max(id) from users)";
// No trigger copies it while invariants are broken.
const restriction = (scope: string, id = 900001, userId = someone) =>
  `insert into restrictions (id, user_id, scope, reason) values (${id}, ${userId}, '${scope}', 'Spam')`;
const ban = `insert into chat_bans (id, user_id) values (900001, ${someone})`;
const mute = (until = "'infinity'") =>
  `insert into community_members (user_id, muted_until, muted_reason) values (${someone}, ${until}, 'Spam')
  on conflict (user_id) do update set muted_until = excluded.muted_until, muted_reason = excluded.muted_reason`;

/** Ways to break the invariants of what keeps people out. */
export const breakages: Record<string, string[][]> = {
  "I-135": [
    ["drop index restrictions_one", restriction("chat"), restriction("chat", 900002)],
    [
      restriction("chat"),
      restriction("community", 900002),
      "update restrictions set replaced_id = 900001 where id = 900002",
    ],
    [restriction("chat"), restriction("chat", 900002, other), "update restrictions set replaced_id = 900001"],
  ],
  "I-136": [
    [
      `insert into users (id, username, display_name, role, deleted_at) overriding system value
       values (900001, 'deleted-broken', 'Deleted account', 'guest', clock_now())`,
      restriction("community", 900001, "900001"),
    ],
    [
      `insert into former_restrictions (proof, former_user_id, scope, starts_at)
       values ('hash', ${someone}, 'chat', clock_now())`,
    ],
  ],
  "I-137": [
    [restriction("account")],
    [`update users set suspended_at = clock_now() where id = ${someone}`],
    [restriction("community")],
    [mute()],
    [restriction("community"), mute("clock_now()")],
    [restriction("chat")],
    [ban],
    [restriction("chat"), ban, "update chat_bans set lifted_at = clock_now() where id = 900001"],
  ],
};
