import { useLocation, useNavigate } from "react-router";
import { infoParameter, isInfoName, withoutInfo } from "#web/lib/info-sheets.ts";
import { useSite } from "#web/lib/site.ts";
import { lazyDialog } from "#web/ui/lazy-part.tsx";
import type { InfoState } from "./info-link.tsx";

const OpenInfoSheet = lazyDialog("This text", async () => (await import("./info-sheet.tsx")).OpenInfoSheet);

/** Shows the info sheet that the URL names. */
export function InfoHost() {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const { info } = useSite().settings;
  const name = new URLSearchParams(search).get(infoParameter);
  if (!isInfoName(name) || !info.includes(name)) return null;

  const closed = withoutInfo(pathname, search);
  function close() {
    if ((state as InfoState | null)?.isInfo) void navigate(-1);
    else void navigate(closed, { replace: true, preventScrollReset: true });
  }
  return <OpenInfoSheet key={name} name={name} closeAddress={closed} onClose={close} />;
}
