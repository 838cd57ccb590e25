import { Notice } from "#web/ui/notice.tsx";

/** Said wherever mails are shown while none of them leaves. */
export const KeptNotice = () => (
  <Notice tone="soon" title="Mails are kept here and do not leave">
    No mail server is set. Every message is written out and kept with its tickets, so that nothing is lost, but nobody
    gets it until the operator sets SMTP_URL. What is kept now does not leave by itself then: send it again.
  </Notice>
);
