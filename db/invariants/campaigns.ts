import { TextKind } from "#contract/email/texts.ts";
import type { Invariant } from "./invariant.ts";

/** Line breaks, other control characters, and characters that change the direction of text. */
const hidden = "E'[\\u0001-\\u001f\\u007f-\\u009f\\u061c\\u200e\\u200f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069]'";

/** Invariants of campaigns, automations, consent, suppressions and the texts of emails. */
export const campaignInvariants: Invariant[] = [
  {
    id: "I-170",
    holds:
      "Each recipient's email is the one of their campaign or automation, to their address, and each has one recipient",
    sql: `
      select r.id, r.mail_id, m.bulk_key from campaign_recipients r left join emails m on m.id = r.mail_id
      where r.mail_id is not null and (m.id is null
        or m.bulk_key is distinct from coalesce('campaign:' || r.campaign_id, 'automation:' || r.automation_id)
        or m.topic ->> 'recipientId' is distinct from r.id::text
        or (m.to_address <> r.email and m.to_address not like '%@invalid' and r.email not like '%@invalid'))
      union all
      select null, m.id, m.bulk_key from emails m
      where m.bulk_key is not null and not exists (select from campaign_recipients r where r.mail_id = m.id)`,
  },
  {
    id: "I-171",
    holds: "A campaign that is done has an outcome for each recipient, and one that never started has no recipients",
    sql: `
      select c.id, c.status from campaigns c
      where c.status in ('draft', 'scheduled') and exists (select from campaign_recipients r where r.campaign_id = c.id)
        or c.status = 'done' and (c.collected_at is null or exists (
          select from campaign_recipients r left join emails m on m.id = r.mail_id
          where r.campaign_id = c.id and (m.id is null or m.status = 'sending' and m.lease_until < clock_now() - interval '90 seconds')))`,
  },
  {
    id: "I-172",
    holds: "No marketing was handed over to someone who had not opted in, and nothing to a suppressed address",
    sql: `
      select m.id, m.handed_over_at from emails m
      join campaign_recipients r on r.mail_id = m.id
      left join campaigns c on c.id = r.campaign_id left join automations a on a.id = r.automation_id
      where m.status in ('sent', 'unknown') and m.handed_over_at is not null and m.to_address not like '%@invalid'
        and ((coalesce(c.purpose, case when a.trigger in ('abandoned_checkout', 'win_back') then 'marketing' end) = 'marketing'
          and not exists (select from consents o where o.email = m.to_address and o.channel = 'email'
            and o.given_at <= m.handed_over_at
            and coalesce(o.withdrawn_at, 'infinity') > m.handed_over_at - interval '30 seconds'))
        or exists (select from suppressions s where s.email = m.to_address
          and s.created_at < m.handed_over_at - interval '30 seconds'
          and coalesce(s.lifted_at, 'infinity') > m.handed_over_at))`,
  },
  {
    id: "I-173",
    holds: "An email of a campaign that may have arrived is never due again, and none of a stopped campaign is",
    sql: `
      select m.id, m.status from emails m
      where m.bulk_key is not null and (m.status = 'unknown' and m.next_attempt_at < 'infinity'
        or m.status = 'queued' and (m.uncertain_attempts > 0 or m.hold = 'stopped'))`,
  },
  {
    id: "I-174",
    holds: "Emails of a paused campaign wait, and those of a running one don't",
    sql: `
      select c.id, m.id as mail from campaigns c join emails m on m.bulk_key = 'campaign:' || c.id
      where m.status = 'queued' and (m.hold is not distinct from 'paused') <> (c.status = 'paused')
        and c.status in ('running', 'paused')`,
  },
  {
    id: "I-175",
    holds: "The versions of an email's text count up from 2 without a gap, and each is in the activity log",
    sql: `
      select kind, version, place + 1 as expected from (
        select kind, version, row_number() over (partition by kind order by version) as place from email_texts) t
      where version <> place + 1
      union all
      select t.kind, t.versions, l.entries from
        (select kind, count(*) as versions from email_texts group by kind) t
        left join (select target_id, count(*) as entries from audit_log
          where target_kind = 'email_text' and action in ('email_text.changed', 'email_text.reset') group by target_id) l
        on l.target_id = t.kind
      where t.versions is distinct from l.entries`,
  },
  {
    id: "I-176",
    holds: "A saved text is an email's that we send, its subject is one line, and no text has hidden characters",
    sql: `
      select kind, version from email_texts
      where kind <> all(array[${TextKind.options.map((kind) => `'${kind}'`).join(", ")}])
        or length(subject) < 3 or subject ~ ${hidden}
        or button_label ~ ${hidden}
        or replace(intro, chr(10), '') ~ ${hidden}`,
  },
];
