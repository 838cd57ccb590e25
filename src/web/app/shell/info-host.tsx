import { useLocation, useNavigate } from "react-router";
import { countingSheet, infoParameter, isInfoName, withoutInfo } from "#web/lib/info-sheets.ts";
import { useSite } from "#web/lib/site.ts";
import { lazyDialog } from "#web/ui/lazy-part.tsx";
import type { InfoState } from "#web/features/settings/info-sheets/info-link.tsx";

const OpenInfoSheet = lazyDialog(
  "This text",
  async () => (await import("#web/features/settings/info-sheets/info-sheet.tsx")).OpenInfoSheet,
);
const CountingSheet = lazyDialog(
  "This text",
  async () => (await import("#web/features/analytics/consent/counting-sheet.tsx")).CountingSheet,
);

/** Shows the info sheet that the URL names. */
export function InfoHost() {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const { info } = useSite().settings;
  const name = new URLSearchParams(search).get(infoParameter);
  const closed = withoutInfo(pathname, search);
  function close() {
    if ((state as InfoState | null)?.isInfo) void navigate(-1);
    else void navigate(closed, { replace: true, preventScrollReset: true });
  }
  if (name === countingSheet.name) return <CountingSheet onClose={close} />;
  if (!isInfoName(name) || !info.includes(name)) return null;
  return <OpenInfoSheet key={name} name={name} closeAddress={closed} onClose={close} />;
}
