import { Callout } from "#web/ui/callout.tsx";

/** Shown above emails while no email server is connected. */
export const NotSentCallout = () => (
  <Callout tone="soon" title="No email server is connected, so nothing is being sent">
    We save every email with its tickets, but no one gets them until whoever runs the server sets SMTP_URL. Saved emails
    aren't sent automatically after that, so resend them.
  </Callout>
);
