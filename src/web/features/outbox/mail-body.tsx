import { useState } from "react";
import type { MailDetail } from "#contract/outbox.ts";
import { Tabs } from "#web/ui/tabs.tsx";

/** The message as it was sent: its HTML in a frame in which nothing runs, and the plain text beside it. */
export function MailBody({ mail }: { mail: MailDetail }) {
  const [view, setView] = useState("html");
  if (!mail.hasHtml) {
    return (
      <p className="rounded-md border border-dashed border-edge px-6 py-16 text-center text-muted">
        The message is written out when it is sent; until then there is nothing to show.
      </p>
    );
  }
  return (
    <Tabs
      label="Ways to read the message"
      value={view}
      onValueChange={setView}
      tabs={[
        {
          value: "html",
          label: "As sent",
          content: (
            <iframe
              title={`The message: ${mail.subject ?? ""}`}
              // Its own answer carries the same sandbox and lets nothing in; see the outbox's routes.
              sandbox="allow-popups allow-popups-to-escape-sandbox"
              src={`/api/admin/emails/${mail.id}/html`}
              className="h-[75dvh] min-h-96 w-full rounded-md border border-line bg-[#f3ece0]"
            />
          ),
        },
        {
          value: "text",
          label: "Plain text",
          content: (
            <pre className="overflow-x-auto rounded-md border border-line bg-panel p-5 font-mono text-sm leading-relaxed wrap-anywhere whitespace-pre-wrap">
              {mail.bodyText}
            </pre>
          ),
        },
      ]}
    />
  );
}
