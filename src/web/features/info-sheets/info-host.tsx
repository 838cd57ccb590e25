import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation, useNavigate } from "react-router";
import type { InfoSheet } from "#contract/info-sheets.ts";
import { infoLabels, infoParameter, isInfoName, withoutInfo } from "#web/lib/info-sheets.ts";
import { useSite } from "#web/lib/site.ts";
import { useHydrated } from "#web/lib/use-hydrated.ts";
import { lazyDialog } from "#web/ui/lazy-part.tsx";
import type { InfoState } from "./info-link.tsx";
import { InfoText } from "./info-text.tsx";
import { infoQuery } from "./queries.ts";

const InfoDrawer = lazyDialog("This text", async () => (await import("./info-drawer.tsx")).InfoDrawer);

/** Shows the info sheet that the URL names: a drawer; before scripts run, and without them, plain HTML in its place. */
export function InfoHost() {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const { info } = useSite().settings;
  const isReady = useHydrated();
  const queryClient = useQueryClient();
  const name = new URLSearchParams(search).get(infoParameter);
  // The sheet that the page was served with, until the drawer covers it.
  const [plain, setPlain] = useState(name);
  if (!isInfoName(name) || !info.includes(name)) return null;

  const closed = withoutInfo(pathname, search);
  const sheet = queryClient.getQueryData(infoQuery(name).queryKey);
  function close() {
    setPlain(null);
    if ((state as InfoState | null)?.isInfo) void navigate(-1);
    else void navigate(closed, { replace: true, preventScrollReset: true });
  }
  return (
    <>
      {sheet && plain === name && <PlainSheet sheet={sheet} closeAddress={closed} />}
      {isReady && <InfoDrawer key={name} name={name} onShown={() => setPlain(null)} onClose={close} />}
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
