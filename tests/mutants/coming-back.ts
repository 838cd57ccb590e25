import { part } from "./mutant.ts";

const reminders = "src/server/modules/reminders";
const consent = "src/server/modules/consent";

export const comingBack = part({
  name: "coming-back",
  tests: [`${reminders}/`, "tests/reminders/", "tests/consent/"],
  mutants: [
    {
      id: "entered-twice-rejoins",
      file: `${reminders}/store.ts`,
      today:
        "case when i.status = 'asked' and (i.left_at is not null or i.confirmed_at is not null) then 'left' else i.status end",
      fault: "i.status",
      harm: "Someone unsubscribes, and anyone who enters their address twice puts them back on the list.",
    },
    {
      id: "refusal-deleted-after-a-month",
      file: `${reminders}/store.ts`,
      today: "where status in ('asked', 'left') and ${policyStatus} = 'left' and mails > 0",
      fault: "where false",
      harm: "A month after a stranger entered an address that had unsubscribed, it counts as a new one and joins at once.",
    },
    {
      id: "second-email-to-confirm-dropped",
      file: `${reminders}/emails.ts`,
      today: "key: `${interestId}:${mailedAt.getTime()}`,",
      fault: "key: `${interestId}:1`,",
      harm: "Someone who unsubscribed signs up again and waits for an email that never comes.",
    },
    {
      id: "joined-at-once-never-asked",
      file: `${reminders}/store.ts`,
      today: "coalesce(i.mailed_at, '-infinity') <",
      fault: "i.mailed_at <",
      harm: "A member who unsubscribed signs up without signing in, and gets nothing.",
    },
    {
      id: "deletion-takes-others-along",
      file: `${reminders}/store.ts`,
      today: "await run(tx)`delete from interests where email = ${email}`;",
      fault: "await run(tx)`delete from interests where email = ${email} or user_id = ${id}`;",
      harm: "Someone enters a friend's address, deletes their account, and the friend hears nothing.",
    },
    {
      id: "paid-tick-undoes-unsubscribing",
      file: `${consent}/store.ts`,
      today: "w.withdrawn_at is not null) as is_confirmed",
      fault: "false) as is_confirmed",
      harm: "A friend buys tickets, ticks the box with the address of someone who unsubscribed, and campaigns reach them.",
    },
    {
      id: "import-over-a-refusal",
      file: `${consent}/store.ts`,
      today: "where n.place <> 'import' or not exists (",
      fault: "where true or not exists (",
      harm: "Someone unsubscribes while a campaign to an imported list starts, and is opted in again.",
    },
    {
      id: "tick-after-the-campaign-link",
      file: `${consent}/news.ts`,
      today: "  await leaveTopic(tx, topic, email);\n",
      fault: "",
      harm: "The link of an old email opts someone in who unsubscribed since.",
    },
    {
      id: "complainers-are-asked",
      file: `${consent}/store.ts`,
      today: "and not exists (select from suppressions s where s.email = t.email and s.lifted_at is null)",
      fault: "",
      harm: "Someone who reported our email as spam gets another one whenever a stranger orders with their address.",
    },
  ],
});
