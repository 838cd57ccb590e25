const day = "date '2026-03-02'";
const act = (at: string) =>
  `insert into interactions (occurred_at, day, slot, kind, subject, visitor, is_bot)
   values (${at}, clock_now()::date, ((clock_now()::date - date '2000-01-03') / 7) % 10, 'page_view', '/', 1, false)`;
const hour = (total: number, visitors = 0) =>
  `insert into traffic_hours values (clock_now(), clock_now()::date, 'people', 'visit', '', '', '', '', '', ${total}, ${visitors}, 0, 0, 0, 0)`;
const whole = (total: number, visitors = 0) =>
  `insert into traffic_days values (clock_now()::date, 'people', 'visit', '', '', '', '', '', ${total}, ${visitors}, 0, 0, 0, 0)`;

/** Ways to break the invariants of analytics. */
export const breakages: Record<string, string[][]> = {
  "I-160": [["truncate rolled_days", act("clock_now()")]],
  "I-161": [
    [hour(2), whole(1)],
    [hour(1)],
    [hour(1), whole(1)],
    ["insert into traffic_totals values (clock_now()::date, 'people', 'visit', '', 1, 0, 0, 0, 0, 0)"],
  ],
  "I-162": [[whole(1, 2)]],
  "I-163": [
    [
      `insert into sales_hours (hour, currency, scope, subject_id, source, campaign, device, browser, placed, placed_cents,
         orders, gross_cents, refund_cents)
       values (${day}, 'USD', 'event', 1, '', '', '', '', 1, 500, 1, 500, 0)`,
    ],
  ],
  "I-164": [
    [
      "truncate weekly_briefs",
      `insert into emails (dedupe_key, kind, to_address, to_name, topic)
       values ('weekly-brief:1', 'staff_weekly_brief', 'ada@example.com', '', '{"week": "2026-03-02"}')`,
    ],
  ],
  "I-165": [
    ["delete from roll_up_progress"],
    ["insert into visitor_salts (day, salt) values (clock_now()::date + 3, decode(repeat('00', 32), 'hex'))"],
  ],
};
