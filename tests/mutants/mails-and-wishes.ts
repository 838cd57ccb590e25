import { part } from "./mutant.ts";

const email = "src/server/modules/email";

export const mailsAndWishes = part({
  name: "mails-and-wishes",
  tests: ["tests/email", "tests/interest", "tests/events", "tests/feeds"],
  mutants: [
    {
      id: "second-change-unmailed",
      file: `${email}/outbox.ts`,
      today: "`night-change:${eventId}:${change}:${buyerEmail}`",
      fault: "`night-change:${eventId}:${buyerEmail}`",
      harm: "Holders hear of the first new date and never of the second.",
    },
    {
      id: "reset-link-in-the-outbox",
      file: `${email}/secrets.ts`,
      today: "text: mail.text.replaceAll(secret, mark) };",
      fault: "text: mail.text };",
      harm: "Staff who read the sent emails find links that set a new password for anybody.",
    },
    {
      id: "cannot-unsubscribe",
      file: "src/server/modules/interest/service.ts",
      today: 'if (!opens(keys["interest-links"], name, id, key))',
      fault: 'if (!opens(keys["interest-links"], "confirm", id, key))',
      harm: "The unsubscribe link of every reminder answers that there is nothing.",
    },
    {
      id: "calendar-says-it-is-on",
      file: "src/server/modules/feeds/calendar.ts",
      today: "status: states[night.state],",
      fault: "status: states.on,",
      harm: "A subscribed calendar shows a canceled event as confirmed.",
    },
  ],
});
