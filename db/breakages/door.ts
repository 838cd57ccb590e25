const oneTicket = "(select min(id) from tickets)";

const withoutIndex = (index: string) => `drop index ${index}`;
const withoutCheck = (table: string, check: string) => `alter table ${table} drop constraint ${check} cascade`;

/** Ways to break each invariant of check-in, a list of statements for each way. */
export const breakages: Record<string, string[][]> = {
  "I-30": [
    [
      withoutIndex("admissions_once"),
      `insert into admissions (ticket_id, event_id, device_id, scan_id, staff_id) select ticket_id, event_id, device_id, gen_random_uuid(), staff_id from admissions where id = (select min(id) from admissions)`,
    ],
  ],
  "I-31": [
    [
      withoutCheck("scan_conflicts", "scan_conflicts_scan_fkey"),
      withoutCheck("scans", "scans_pkey"),
      `insert into scans select * from scans where scan_id = (select scan_id from scans limit 1)`,
    ],
    [
      withoutIndex("admissions_once"),
      `insert into admissions (ticket_id, event_id, device_id, scan_id, staff_id) select ticket_id, event_id, device_id, scan_id, staff_id from admissions where id = (select min(id) from admissions)`,
    ],
  ],
  "I-32": [
    [`update admissions set event_id = event_id + 1 where id = (select min(id) from admissions)`],
    [`delete from scans where scan_id = (select scan_id from admissions limit 1)`],
    [
      `update tickets set status = 'canceled', void_since = '2001-01-01' where id in (select ticket_id from admissions limit 1)`,
    ],
    [`update admissions set ticket_id = 999999999 where id = (select min(id) from admissions)`],
  ],
  "I-190": [
    [`update tickets set version = 2 where id = ${oneTicket}`],
    [
      `insert into former_ticket_codes (ticket_id, version, event_id, reason) select id, version, event_id, 'old_code' from tickets where id = ${oneTicket}`,
    ],
  ],
  "I-191": [
    [
      `insert into scan_conflicts (device_id, scan_id, event_id, kind) select device_id, scan_id, event_id + 1, 'void_since' from scans where verdict = 'admitted' limit 1`,
    ],
    [
      `insert into scan_conflicts (device_id, scan_id, event_id, kind) select device_id, scan_id, event_id, 'not_valid' from scans where verdict = 'admitted' limit 1`,
    ],
    [
      `insert into scan_conflicts (device_id, scan_id, event_id, kind) select device_id, scan_id, event_id, 'void_since' from scans where verdict = 'already_admitted' limit 1`,
    ],
    [
      `insert into scan_conflicts (device_id, scan_id, event_id, kind, admission_id) select s.device_id, s.scan_id, s.event_id, 'second_entry', a.id from scans s join admissions a on a.ticket_id <> s.ticket_id where s.verdict = 'already_admitted' limit 1`,
    ],
    [
      `update scans s set verdict = 'already_admitted' from admissions a where a.scan_id = s.scan_id and a.id = (select min(id) from admissions)`,
      `insert into scan_conflicts (device_id, scan_id, event_id, kind, admission_id) select device_id, scan_id, event_id, 'second_entry', id from admissions where id = (select min(id) from admissions)`,
    ],
  ],
  "I-192": [
    [
      `update scans set counted_at = received_at where scan_id = (select scan_id from admissions where id = (select min(id) from admissions))`,
      `update admissions set scan_id = gen_random_uuid() where id = (select min(id) from admissions)`,
    ],
    [
      `update scans s set counted_at = a.admitted_at from admissions a where a.scan_id = s.scan_id`,
      `update scans s set counted_at = '2001-01-01' where verdict = 'already_admitted'`,
      `insert into scan_conflicts (device_id, scan_id, event_id, kind, admission_id) select s.device_id, s.scan_id, s.event_id, 'second_entry', a.id from scans s join admissions a on a.ticket_id = s.ticket_id where s.verdict = 'already_admitted' limit 1`,
    ],
  ],
};
