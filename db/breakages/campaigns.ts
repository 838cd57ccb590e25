const mail = (id: number, more: Record<string, string> = {}) => {
  const columns: Record<string, string> = {
    id: String(id),
    dedupe_key: `'broken-${id}'`,
    kind: "'campaign'",
    to_address: "'reader@broken.example'",
    to_name: "''",
    topic: `'{"campaignId": 901, "recipientId": 901}'`,
    priority: "3",
    bulk_key: "'campaign:901'",
    status: "'sent'",
    attempts: "1",
    sent_at: "clock_now()",
    handed_over_at: "clock_now()",
    ...more,
  };
  return `insert into emails (${Object.keys(columns).join(", ")}) overriding system value
   values (${Object.values(columns).join(", ")})`;
};
const campaign = (status = "done", more = "clock_now()") =>
  `insert into campaigns (id, name, purpose, status, content, audience, utm_campaign, confirmed_count, collected_at,
     scheduled_at, started_at, ended_at) overriding system value
   values (901, 'Broken', 'marketing', '${status}', '{"subject": "Broken"}', '{}', 'broken-901', 1, ${more},
     ${status === "scheduled" ? "clock_now()" : "null"},
     ${status === "draft" || status === "scheduled" ? "null" : "clock_now()"},
     ${status === "done" || status === "stopped" ? "clock_now()" : "null"})`;
const recipient = (mailId = "900001", email = "reader@broken.example") =>
  `insert into campaign_recipients (id, campaign_id, email, name, mail_id) overriding system value
   values (901, 901, '${email}', '', ${mailId})`;
const consent = (more = "null, null") =>
  `insert into consents (email, channel, given_at, place, text, withdrawn_at, withdrawn_place)
   values ('reader@broken.example', 'email', clock_now() - interval '1 day', 'checkout', 'Email me about events', ${more})`;
const text = (version: number, more: Record<string, string> = {}) => {
  const columns: Record<string, string> = {
    kind: "'sales_open'",
    version: String(version),
    subject: "'On sale'",
    intro: "''",
    button_label: "'Get tickets'",
    ...more,
  };
  return `insert into email_texts (${Object.keys(columns).join(", ")}) values (${Object.values(columns).join(", ")})`;
};
const logged = (kind = "sales_open") =>
  `insert into audit_log (staff_id, staff_name, action, target_kind, target_id)
   values (1, 'Someone', 'email_text.changed', 'email_text', '${kind}')`;
const whole = [campaign(), consent(), mail(900_001), recipient()];
const waiting = { status: "'queued'", sent_at: "null", handed_over_at: "null" };

/** Ways to break the invariants of campaigns and of the texts of emails. */
export const breakages: Record<string, string[][]> = {
  "I-170": [
    [campaign(), consent(), recipient()],
    [campaign(), consent(), mail(900_001)],
    [...whole, `update emails set bulk_key = 'campaign:902' where id = 900001`],
    [
      ...whole,
      `update emails set to_address = 'other@broken.example' where id = 900001`,
      consent().replace("'reader@", "'other@"),
    ],
  ],
  "I-171": [[campaign("draft"), recipient("null")], [campaign(), recipient("null")], [campaign("done", "null")]],
  "I-172": [
    [campaign(), mail(900_001), recipient()],
    [campaign(), consent("clock_now() - interval '1 hour', 'one_click'"), mail(900_001), recipient()],
    [
      ...whole,
      `insert into suppressions (email, cause, detail, created_at) values ('reader@broken.example', 'bounce', '', clock_now() - interval '1 hour')`,
    ],
  ],
  "I-173": [
    [
      campaign("running"),
      consent(),
      mail(900_001, { status: "'unknown'", sent_at: "null", uncertain_attempts: "1" }),
      recipient(),
    ],
    [campaign("running"), consent(), mail(900_001, { ...waiting, uncertain_attempts: "1" }), recipient()],
    [campaign("stopped"), consent(), mail(900_001, { ...waiting, hold: "'stopped'" }), recipient()],
  ],
  "I-174": [
    [campaign("paused"), consent(), mail(900_001, waiting), recipient()],
    [campaign("running"), consent(), mail(900_001, { ...waiting, hold: "'paused'" }), recipient()],
  ],
  "I-175": [[text(3), logged()], [text(2), text(4), logged(), logged()], [text(2)], [text(2), text(3), logged()]],
  "I-176": [
    [text(2, { kind: "'letter'" }), logged("letter")],
    [text(2, { subject: "''" }), logged()],
    ...["E'Hi\\r\\nBcc: all@evil.example'", "E'Hi \\u202eevil'", "E'Hi\\u2028'"].map((subject) => [
      text(2, { subject }),
      logged(),
    ]),
    [text(2, { button_label: "E'Go\\tnow'" }), logged()],
    [text(2, { intro: "E'Two\\nlines\\x07'" }), logged()],
  ],
};
