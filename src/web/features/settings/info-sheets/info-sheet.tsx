import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { InfoName, InfoSheet } from "#contract/settings/info-sheets.ts";
import { infoLabels, infoQuery } from "#web/lib/info-sheets.ts";
import { useHydrated } from "#web/lib/use-now.ts";
import { InfoDrawer, InfoText } from "./info-drawer.tsx";

type OpenInfoSheetProps = { name: InfoName; closeAddress: string; onClose: () => void };

/** An open info sheet: a drawer; before scripts run, and without them, plain HTML in its place. */
export function OpenInfoSheet({ name, closeAddress, onClose }: OpenInfoSheetProps) {
  const isReady = useHydrated();
  const queryClient = useQueryClient();
  // Only in the server's HTML and its hydration; it stays until the drawer covers it.
  const [sheet, setSheet] = useState(() => (isReady ? undefined : queryClient.getQueryData(infoQuery(name).queryKey)));
  return (
    <>
      {sheet && <PlainSheet sheet={sheet} closeAddress={closeAddress} />}
      {isReady && <InfoDrawer name={name} onShown={() => setSheet(undefined)} onClose={onClose} />}
    </>
  );
}

/** The sheet as the server sends it. Its links work without scripts. */
function PlainSheet({ sheet, closeAddress }: { sheet: InfoSheet; closeAddress: string }) {
  return (
    <section
      aria-labelledby="info-title"
      className="fixed inset-x-0 bottom-0 z-50 flex max-h-[88dvh] flex-col rounded-t-xl border border-line bg-panel shadow-lift md:inset-y-0 md:right-0 md:left-auto md:max-h-none md:w-[28rem] md:rounded-none"
    >
      <header className="flex items-center justify-between gap-4 border-b border-line px-5 py-3">
        <h2 id="info-title" className="display text-display-sm">
          {infoLabels[sheet.name]}
        </h2>
        <a href={closeAddress} className="inline-flex min-h-11 items-center px-2 font-semibold text-gilt underline">
          Close
        </a>
      </header>
      <div className="flex-1 overflow-y-auto p-5">
        <InfoText sheet={sheet} />
      </div>
    </section>
  );
}
