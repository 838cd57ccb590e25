import { composeMail, type Mail } from "../templates.ts";

/** The email that staff send to see whether email works. */
export function doctorMail(baseUrl: string): Mail {
  return composeMail({
    subject: "Email works",
    lines: ["Your site sent this test. Check that it isn't in the spam folder and that the sender looks right."],
    button: { label: "Open your site", link: baseUrl },
    ends: [`Your site: ${baseUrl}`],
    reason: "You're receiving this because someone on your team sent a test.",
  });
}
