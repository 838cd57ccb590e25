import { Html } from "#server/platform/html.ts";
import { frame, linkButton, paragraph } from "../layout.ts";
import type { Mail } from "../templates.ts";

/** The email that staff send to see whether email works. */
export function doctorMail(baseUrl: string): Mail {
  const subject = "Email works";
  const line = "Your site sent this test. Check that it isn't in the spam folder and that the sender looks right.";
  const button = { label: "Open your site", link: baseUrl };
  const page = frame({
    baseUrl,
    title: subject,
    preheader: line,
    heading: subject,
    body: new Html(`${paragraph(line).text}${linkButton(button.label, button.link).text}`),
    reason: "You're receiving this because someone on your team sent a test.",
    contactEmail: null,
  });
  return { subject, html: page, text: `${line}\n\n${baseUrl}`, codes: [], brief: { lines: [line], links: [button] } };
}
