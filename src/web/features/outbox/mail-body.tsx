import { useState } from "react";
import type { MailDetail } from "#contract/outbox.ts";
import { Tabs } from "#web/ui/tabs.tsx";

/** The email as the recipient gets it: its HTML in a frame that runs no scripts, and its plain text. */
export function MailBody({ mail }: { mail: MailDetail }) {
  const [view, setView] = useState("html");
  if (!mail.hasHtml) {
    return (
      <p className="rounded-md border border-dashed border-edge px-6 py-16 text-center text-muted">
        We write this email when we send it. There's nothing to show until then.
      </p>
    );
  }
  return (
    <Tabs
      label="Email format"
      value={view}
      onValueChange={setView}
      tabs={[
        {
          value: "html",
          label: "Preview",
          content: (
            <iframe
              title={`Email: ${mail.subject ?? ""}`}
              // Its response sets the same sandbox and loads nothing else; see the outbox's routes.
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
