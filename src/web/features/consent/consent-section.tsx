import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { EmailPreferences } from "#contract/consent/consent.ts";
import { PanelSection } from "#web/features/accounts/panel/panel-section.tsx";
import { failureText } from "#web/features/accounts/failure-text.ts";
import { apiQuery, callApi } from "#web/lib/api.ts";
import { applyReply } from "#web/lib/query-client.ts";
import { Callout } from "#web/ui/callout.tsx";
import { Skeleton } from "#web/ui/spinner.tsx";
import { toast } from "#web/ui/toast.ts";
import { ConsentChoices } from "./preferences-page.tsx";

type Consent = EmailPreferences & { hasEmail: boolean };
const consentQuery = apiQuery("GET /api/account/email-consent");

/** Which emails the account gets besides receipts and tickets. Each choice is saved at once and can be undone. */
export function ConsentSection() {
  const { data, error } = useQuery({ ...consentQuery, refetchOnMount: "always" });
  const queryClient = useQueryClient();
  async function save(next: Consent, former?: Consent) {
    try {
      const { news, eventMessages } = next;
      const saved = await callApi("PUT /api/account/email-consent", { body: { news, eventMessages } });
      await applyReply(queryClient, consentQuery.queryKey, saved);
      toast({
        title: "Email preferences saved",
        tone: "good",
        ...(former && { action: { label: "Undo", onPress: () => void save(former) } }),
      });
    } catch (failure) {
      toast({ title: "Not saved", description: failureText(failure), tone: "bad" });
    }
  }
  return (
    <PanelSection title="Emails" text="You'll always get receipts and tickets.">
      {error && <Callout tone="bad" title={failureText(error)} />}
      {!data && !error && <Skeleton className="h-24" />}
      {data?.hasEmail === false && (
        <p className="text-sm text-muted">Confirm your email above to choose what we send you.</p>
      )}
      {data?.hasEmail && <ConsentChoices value={data} onChange={(next) => void save({ ...data, ...next }, data)} />}
    </PanelSection>
  );
}
