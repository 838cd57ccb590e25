const oneEntry = "(select entry_id from audit_hashes where position = 4)";
const twoEntries = "(select entry_id from audit_hashes where position in (4, 5))";
const lastEntries = "(select entry_id from audit_hashes order by position desc limit 2)";

/** Ways to break the activity log. */
export const breakages: Record<string, string[][]> = {
  "I-51": [
    [`update audit_log set reason = 'Another' where id = ${oneEntry}`],
    [`update audit_log set staff_id = staff_id + 1, staff_name = 'Somebody else' where id = ${oneEntry}`],
    [`update audit_log set at = at + interval '1 microsecond' where id = ${oneEntry}`],
    [`delete from audit_log where id = ${oneEntry}`],
    [
      `delete from audit_log where id = ${oneEntry}`,
      `delete from audit_hashes s where not exists (select from audit_log where id = s.entry_id)`,
    ],
    // Two entries swap places, or their hashes do.
    [
      `update audit_log a set (at, staff_id, staff_name, action, target_kind, target_id, before, after, reason) = (select b.at, b.staff_id, b.staff_name, b.action, b.target_kind, b.target_id, b.before, b.after, b.reason from audit_log b where b.id in ${twoEntries} and b.id <> a.id) where a.id in ${twoEntries}`,
    ],
    [
      `update audit_hashes a set hash = (select b.hash from audit_hashes b where b.entry_id in ${twoEntries} and b.entry_id <> a.entry_id) where a.entry_id in ${twoEntries}`,
    ],
    // Inserted by someone who turned the table's triggers off, so it has no hash.
    [
      `insert into audit_log (staff_id, staff_name, action, target_kind, target_id) values (1, 'Nobody', 'mail.resent', 'mail', '1')`,
    ],
    // The newest entries are removed with their hashes.
    [
      `delete from audit_log where id in ${lastEntries}`,
      `delete from audit_hashes s where not exists (select from audit_log where id = s.entry_id)`,
    ],
    // An entry is removed before it was hashed.
    [`insert into audit_unhashed (entry_id) select max(id) + 1 from audit_log`],
    [`delete from audit_hash_chain`],
  ],
};
