import { useQuery } from "@tanstack/react-query";
import { DeskPage } from "#web/features/desk/desk-page.tsx";
import { failureText } from "#web/features/desk/failure-text.ts";
import { Button } from "#web/ui/button.tsx";
import { DataList } from "#web/ui/data-list.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { settingsQuery } from "./queries.ts";
import { SettingsForm } from "./settings-form.tsx";
import { StaffFactor } from "./staff-factor.tsx";

/** What admins may change while the site runs, and what comes from its environment. */
export function SettingsSection() {
  const { data, error, refetch } = useQuery(settingsQuery());
  return (
    <DeskPage
      title="Settings"
      description="What the site says of the house, and how it works."
      lead="What you change holds at once, everywhere. Each change is in the audit log."
    >
      {error && !data && (
        <Notice tone="bad" title="The settings could not be read">
          <p>{failureText(error)}</p>
          <Button variant="outline" size="sm" className="mt-3" onClick={() => void refetch()}>
            Try again
          </Button>
        </Notice>
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
                <p className="text-sm text-muted">Set where the site is started, not here.</p>
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
    </DeskPage>
  );
}
