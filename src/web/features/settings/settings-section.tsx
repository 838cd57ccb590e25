import { useQuery } from "@tanstack/react-query";
import { AdminShell } from "#web/features/admin/admin-shell.tsx";
import { failureText } from "#web/features/admin/failure-text.ts";
import { Button } from "#web/ui/button.tsx";
import { DataList } from "#web/ui/data-list.tsx";
import { Callout } from "#web/ui/callout.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { settingsQuery } from "./queries.ts";
import { SettingsForm } from "./settings-form.tsx";
import { StaffFactor } from "./staff-factor.tsx";

/** Settings that admins can change while the site runs, and values from the environment. */
export function SettingsSection() {
  const { data, error, refetch } = useQuery(settingsQuery());
  return (
    <AdminShell
      title="Settings"
      description="Contact, email, documents and event defaults."
      lead="Changes apply everywhere right away. Each one is in the activity log."
    >
      {error && !data && (
        <Callout tone="bad" title="We couldn't load the settings">
          <p>{failureText(error)}</p>
          <Button variant="outline" size="sm" className="mt-3" onClick={() => void refetch()}>
            Try again
          </Button>
        </Callout>
      )}
      {!data && !error && <Skeleton className="h-96" />}
      {data && (
        <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_24rem]">
          <SettingsForm key={JSON.stringify(data.settings)} settings={data.settings} />
          <div className="grid gap-6">
            <StaffFactor />
            <section aria-labelledby="environment" className="grid gap-4 rounded-md border border-line bg-panel p-5">
              <div className="grid gap-1">
                <h2 id="environment" className="display text-display-sm">
                  Environment
                </h2>
                <p className="text-sm text-muted">Set on the server, not here.</p>
              </div>
              <DataList
                className="text-sm"
                items={data.environment.map(({ name, value, note }) => ({
                  term: name,
                  detail: (
                    <span className="wrap-anywhere">
                      {value}
                      {note && <span className="block text-muted">{note}</span>}
                    </span>
                  ),
                }))}
              />
            </section>
          </div>
        </div>
      )}
    </AdminShell>
  );
}
