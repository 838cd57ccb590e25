import { part } from "./mutant.ts";

const email = "src/server/modules/email";

export const mailsAndWishes = part({
  name: "mails-and-wishes",
  tests: ["tests/email", "tests/reminders", "tests/events", "tests/feeds", "tests/attendee-updates"],
  mutants: [
    {
      id: "nobody-counted-as-a-person",
      file: "src/server/modules/attendee-updates/store.ts",
      today: "from holding where buyer_email not in ${unreachable}) as people",
      fault: "from holding) as people",
      harm: "Staff are told of one email more than there are people to email.",
    },
    {
      id: "second-change-unmailed",
      file: "src/server/modules/attendee-updates/emails.ts",
      today: "`${eventId}:${change}:${order.buyerEmail}`",
      fault: "`${eventId}:${order.buyerEmail}`",
      harm: "Ticket holders are told about the first new date but never about the second.",
    },
    {
      id: "links-without-end",
      file: "src/server/modules/orders/emails/own-tickets.ts",
      today: "await limit(request.ip, prover);",
      fault: "",
      harm: "One network can have emails sent to any number of addresses.",
    },
    {
      id: "tried-addresses-stay",
      file: `${email}/outbox.ts`,
      today: "mail === undefined && findEmail(deps, due)?.email.leavesNoTrace === true",
      fault: "false",
      harm: "Staff see every address that someone tried as a failed email.",
    },
    {
      id: "tickets-to-the-former-address",
      file: `${email}/store.ts`,
      today: 'a."toAddress", e.to_name',
      fault: "e.to_address, e.to_name",
      harm: "After staff corrected an order's email, its buyer can't have the tickets emailed again.",
    },
    {
      id: "reset-link-in-the-outbox",
      file: `${email}/secrets.ts`,
      today: "text: mail.text.replaceAll(secret, placeholder) };",
      fault: "text: mail.text };",
      harm: "Staff who read sent emails find links that reset anyone's password.",
    },
    {
      id: "one-click-unsigned",
      file: `${email}/transport.ts`,
      today: '"List-Unsubscribe:List-Unsubscribe-Post";',
      fault: '"List-Unsubscribe";',
      harm: "Inboxes show no unsubscribe button, since the signature doesn't cover it.",
    },
    {
      id: "retry-of-what-arrived",
      file: `${email}/browse/store.ts`,
      today: "status = 'failed' and uncertain_attempts = 0 and hold",
      fault: "status = 'failed' and hold",
      harm: "A buyer gets a receipt for the third time.",
    },
    {
      id: "stopped-campaign-retried",
      file: `${email}/browse/store.ts`,
      today: " and hold is distinct from 'stopped'",
      fault: "",
      harm: "Emails of a stopped campaign leave after all.",
    },
    {
      id: "resend-elsewhere-unconfirmed",
      file: `${email}/admin-routes.ts`,
      today: "if (elsewhere !== undefined) await context.requireConfirmed(token, 30);",
      fault: "",
      harm: "Whoever finds an open browser sends themselves anyone's tickets.",
    },
    {
      id: "cannot-unsubscribe",
      file: "src/server/modules/reminders/service.ts",
      today: 'if (!opens(keys["interest-links"], name, id, key))',
      fault: 'if (!opens(keys["interest-links"], "confirm", id, key))',
      harm: "The unsubscribe link in every reminder leads to a not-found error.",
    },
    {
      id: "calendar-says-it-is-on",
      file: "src/server/modules/events/calendar.ts",
      today: "status: statuses[status],",
      fault: "status: statuses.on,",
      harm: "A subscribed calendar shows a canceled event as confirmed.",
    },
  ],
});
