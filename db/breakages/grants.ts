const member = "(select min(id) from users where role <> 'guest' and deleted_at is null)";
const guest = "(select min(id) from users where role = 'guest')";
const grant = (kind: string, userId = member) => `insert into grants (user_id, kind) values (${userId}, '${kind}')`;

/** Ways to break the invariants of grants. */
export const breakages: Record<string, string[][]> = {
  "I-190": [["drop index grants_open", grant("door"), grant("door")]],
  "I-191": [
    [grant("door", guest)],
    [
      `insert into users (id, username, display_name, role, deleted_at) overriding system value
       values (900002, 'deleted-grantee', 'Deleted account', 'user', clock_now())`,
      grant("door", "900002"),
    ],
  ],
  "I-192": [
    ["alter table grants drop constraint grants_host", grant("host")],
    ["alter table grants drop constraint grants_promoter", grant("promoter")],
    [
      "alter table grants drop constraint grants_event, drop constraint grants_host",
      `insert into grants (user_id, kind, event_id) values (${member}, 'host', (select min(id) from events))`,
    ],
  ],
};
