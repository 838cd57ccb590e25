import { useEffect, useState } from "react";
import type { Audience, AudiencePreview, CampaignPurpose } from "#contract/campaigns/audiences.ts";
import { failureText } from "#web/admin-kit/use-admin-write.ts";
import { counted } from "#web/admin-kit/figures.tsx";
import { CallThem } from "#web/features/events/editor/dialogs/call-them.tsx";
import { callApi } from "#web/lib/api.ts";
import { Callout } from "#web/ui/callout.tsx";
import { Skeleton } from "#web/ui/spinner.tsx";

type Question = { purpose: CampaignPurpose; eventId: number | null; audience: Audience };

/** Counts an audience a moment after it changed. */
export function useAudienceCount(question: Question) {
  const key = JSON.stringify(question);
  const [known, setKnown] = useState<{ key: string; preview?: AudiencePreview; failure?: string }>();
  useEffect(() => {
    let isCurrent = true;
    const timer = setTimeout(async () => {
      try {
        const body = JSON.parse(key) as Question;
        const preview = await callApi("POST /api/admin/audiences/preview", { body });
        if (isCurrent) setKnown({ key, preview });
      } catch (error) {
        if (isCurrent) setKnown({ key, failure: failureText(error) });
      }
    }, 400);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [key]);
  return known?.key === key ? known : undefined;
}

/** What to do about an audience without people. */
export const nobodyText = (purpose: CampaignPurpose) =>
  purpose === "marketing"
    ? "No one who opted in fits this audience. Remove a condition to reach more people."
    : "No one has a ticket like that yet, or everyone who does turned off messages from you.";

/** How many people an audience has, a few of them, and who is left out and why. */
export function AudienceCount({ known }: { known: ReturnType<typeof useAudienceCount> }) {
  if (known === undefined) return <Skeleton className="h-24" />;
  if (known.preview === undefined) return <Callout tone="bad" title={known.failure} />;
  const { count, sample, excluded, withoutEmail } = known.preview;
  const left = [
    excluded.noConsent > 0 && `${counted(excluded.noConsent, "person", "people")} didn't opt in`,
    excluded.optedOut > 0 && `${counted(excluded.optedOut, "person", "people")} opted out`,
    excluded.suppressed > 0 && `${counted(excluded.suppressed, "address", "addresses")} suppressed`,
  ].filter(Boolean);
  return (
    <div className="grid gap-2 rounded-md border border-line bg-raised p-4" aria-live="polite">
      <p className="display text-display-sm">{counted(count, "person", "people")}</p>
      {left.length > 0 && <p className="text-sm text-muted">Left out: {left.join(", ")}.</p>}
      <CallThem people={withoutEmail} />
      {sample.length > 0 && (
        <ul className="grid gap-1 text-sm">
          {sample.map(({ name, email }) => (
            <li key={email} className="wrap-anywhere">
              {name && `${name}, `}
              <span className="text-muted">{email}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
