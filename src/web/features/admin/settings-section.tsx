import { settingsQuery } from "#web/features/settings/queries.ts";
import { Panel, Details } from "#web/admin-kit/panel.tsx";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { AdminShell } from "#web/admin-kit/admin-shell.tsx";
import { Button } from "#web/ui/button.tsx";
import { InfoSheetsPanel } from "#web/features/settings/info-sheets/info-sheets-panel.tsx";
import { SettingsForm } from "#web/features/settings/settings-form.tsx";
import { useFreshProof } from "#web/lib/fresh-proof.ts";
import { secondFactorsQuery, staffPolicyQuery } from "#web/features/accounts/panel/queries.ts";
import { ReadFailure, Loaded } from "#web/admin-kit/read-failure.tsx";
import { usePress, showSuccess } from "#web/admin-kit/use-admin-write.ts";
import { callApi } from "#web/lib/api.ts";
import { paths } from "#web/lib/paths.ts";
import { applyReply } from "#web/lib/query-client.ts";
import { Badge } from "#web/ui/badge.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";

/** Settings that admins can change while the site runs, and values from the environment. */
export function SettingsSection() {
  return (
    <AdminShell
      title="Settings"
      description="Contact, email, documents, payments, and event defaults."
      lead="Changes apply everywhere right away. Each one is in the activity log."
    >
      <Loaded query={useQuery(settingsQuery())} title="We couldn't load the settings" className="h-96">
        {(data) => (
          <div className="beside-24 gap-6">
            <div className="grid grid-cols-1 gap-6">
              <SettingsForm key={JSON.stringify(data.settings)} settings={data.settings} />
              <InfoSheetsPanel />
            </div>
            <div className="grid grid-cols-1 gap-6">
              <StaffFactor />
              <Panel compact title="Environment" text="Set on the server, not here.">
                <Details
                  of={Object.fromEntries(
                    data.environment.map(({ name, value, note }) => [
                      name,
                      <>
                        {value}
                        {note && <span className="block text-muted">{note}</span>}
                      </>,
                    ]),
                  )}
                />
              </Panel>
            </div>
          </div>
        )}
      </Loaded>
    </AdminShell>
  );
}

/** Whether all staff must use two-factor authentication. */
function StaffFactor() {
  const policyRead = useQuery(staffPolicyQuery());
  const factorsRead = useQuery(secondFactorsQuery());
  const policy = policyRead.data;
  const factors = factorsRead.data;
  const queryClient = useQueryClient();
  const withProof = useFreshProof();
  const isSecured = factors !== undefined && (factors.totp !== null || factors.passkeys.length > 0);

  const required = !policy?.required;
  const savePolicy = usePress("The setting wasn't changed", async () => {
    const saved = await withProof(() => callApi("PUT /api/admin/policies/staff-second-factor", { body: { required } }));
    await applyReply(queryClient, staffPolicyQuery().queryKey, saved);
    showSuccess(required ? "Two-factor is now required" : "Two-factor is now optional");
  });

  return (
    <Panel
      compact
      title={
        <>
          Two-factor authentication
          {policy && (
            <Badge tone={policy.required ? "gold" : "plain"}>{policy.required ? "Required" : "Optional"}</Badge>
          )}
        </>
      }
      text="When required, admins and moderators can sign in but can't use staff pages until they set it up."
    >
      {!policy && <ReadFailure label="The two-factor policy" query={policyRead} />}
      {!factors && <ReadFailure label="Your two-factor settings" query={factorsRead} />}
      {policy && factors && isSecured && (
        <Button variant="outline" {...savePolicy}>
          {policy.required ? "Make two-factor optional" : "Require two-factor for staff"}
        </Button>
      )}
      {policy && factors && !isSecured && (
        <div className="grid justify-items-start gap-3">
          <p className="text-sm">Set up your own first. Then you can require it for all staff.</p>
          <LinkButton variant="outline" to={paths.myTickets({ section: "account" })}>
            Set up two-factor
          </LinkButton>
        </div>
      )}
    </Panel>
  );
}
