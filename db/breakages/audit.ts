const oneEntry = "(select entry_id from audit_seals where position = 4)";
const twoEntries = "(select entry_id from audit_seals where position in (4, 5))";
const lastEntries = "(select entry_id from audit_seals order by position desc limit 2)";

/** Ways to break the audit log. */
export const auditBreakages: Record<string, string[][]> = {
  "I-51": [
    [`update audit_log set reason = 'Another' where id = ${oneEntry}`],
    [`update audit_log set staff_id = staff_id + 1, staff_name = 'Somebody else' where id = ${oneEntry}`],
    [`update audit_log set at = at + interval '1 microsecond' where id = ${oneEntry}`],
    [`delete from audit_log where id = ${oneEntry}`],
    [
      `delete from audit_log where id = ${oneEntry}`,
      `delete from audit_seals s where not exists (select from audit_log where id = s.entry_id)`,
    ],
    // Two entries change places; or their seals do.
    [
      `update audit_log a set (at, staff_id, staff_name, action, target_kind, target_id, before, after, reason) = (select b.at, b.staff_id, b.staff_name, b.action, b.target_kind, b.target_id, b.before, b.after, b.reason from audit_log b where b.id in ${twoEntries} and b.id <> a.id) where a.id in ${twoEntries}`,
    ],
    [
      `update audit_seals a set hash = (select b.hash from audit_seals b where b.entry_id in ${twoEntries} and b.entry_id <> a.entry_id) where a.entry_id in ${twoEntries}`,
    ],
    // Put in by somebody who had the table's triggers off, and so unsealed.
    [
      `insert into audit_log (staff_id, staff_name, action, target_kind, target_id) values (1, 'Nobody', 'mail.resent', 'mail', '1')`,
    ],
    // The newest are cut off with their seals.
    [
      `delete from audit_log where id in ${lastEntries}`,
      `delete from audit_seals s where not exists (select from audit_log where id = s.entry_id)`,
    ],
    // One is gone before it could be sealed.
    [`insert into audit_unsealed (entry_id) select max(id) + 1 from audit_log`],
    [`delete from audit_chain`],
  ],
};
