import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { InfoName } from "#contract/settings/info-sheets.ts";
import { Moment } from "#web/admin-kit/moment.tsx";
import { Panel } from "#web/admin-kit/panel.tsx";
import { Loaded } from "#web/admin-kit/read-failure.tsx";
import { infoLabels, infoParameter } from "#web/lib/info-sheets.ts";
import { paths, withQuery } from "#web/lib/paths.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { lazyDialog } from "#web/ui/lazy-part.tsx";
import { infoSheetsQuery } from "../queries.ts";

const InfoSheetDialog = lazyDialog("The editor", async () => (await import("./info-sheet-dialog.tsx")).InfoSheetDialog);

/** The contact page and the policies: which ones fans can read, and a button to edit each. */
export function InfoSheetsPanel() {
  const query = useQuery(infoSheetsQuery());
  const [edited, setEdited] = useState<InfoName>();
  const sheet = query.data?.items.find(({ name }) => name === edited);
  return (
    <Panel
      title="Contact and policies"
      text="Linked at the bottom of every page once they have text. Checkout and registration link the terms and the privacy policy."
    >
      <Loaded query={query} title="We couldn't load these texts" className="h-64">
        {({ items }) => (
          <ul className="divide-y divide-line border-y border-line">
            {items.map(({ name, html, changedAt }) => (
              <li key={name} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
                <span className="min-w-36 flex-1">
                  <span className="flex flex-wrap items-center gap-x-3 font-semibold">
                    {infoLabels[name]}
                    {html === "" && <Badge tone="plain">No text</Badge>}
                  </span>
                  {html !== "" && changedAt && (
                    <span className="block text-sm text-muted">
                      Saved <Moment at={changedAt} />
                    </span>
                  )}
                </span>
                {html !== "" && (
                  <a
                    href={withQuery(paths.home(), { [infoParameter]: name })}
                    target="_blank"
                    rel="noopener"
                    className="inline-flex min-h-11 items-center px-2 text-gilt underline"
                  >
                    View<span className="sr-only"> {infoLabels[name]} (opens in a new tab)</span>
                  </a>
                )}
                <Button variant="outline" size="sm" onClick={() => setEdited(name)}>
                  {html === "" ? "Write" : "Edit"}
                  <span className="sr-only"> {infoLabels[name]}</span>
                </Button>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      {sheet && <InfoSheetDialog sheet={sheet} onClose={() => setEdited(undefined)} />}
    </Panel>
  );
}
