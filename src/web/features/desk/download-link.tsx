import { type MouseEvent, type ReactNode, useState } from "react";
import { useProveFirst } from "#web/features/accounts/security/fresh-proof.tsx";
import { ProofGivenUp } from "#web/features/accounts/security/proof-given-up.ts";
import { SpinnerMark } from "#web/ui/spinner-mark.tsx";
import { toast } from "#web/ui/toast.ts";
import { failureText } from "./failure-text.ts";

export type DownloadLinkProps = {
  to: string;
  className: string;
  /** Opens in a tab of its own instead of being saved: what one prints. */
  inTab?: boolean;
  children: ReactNode;
};

/**
 * The way to a file that holds people or money. However it is pressed, a fresh proof comes first where the last one is old;
 * then the browser fetches the file itself, so that none is held in memory here, however large.
 */
export function DownloadLink({ to, className, inTab = false, children }: DownloadLinkProps) {
  const proveFirst = useProveFirst();
  const [asking, setAsking] = useState(false);

  async function take() {
    setAsking(true);
    try {
      await proveFirst();
      if (inTab) openInTab(to);
      else save(to);
    } catch (error) {
      if (!(error instanceof ProofGivenUp))
        toast({ title: "The file was not fetched", description: failureText(error), tone: "bad" });
    }
    setAsking(false);
  }

  function press(event: MouseEvent) {
    // The right button opens the browser's own menu.
    if (event.button > 1) return;
    event.preventDefault();
    if (!asking) void take();
  }

  return (
    <a
      href={to}
      {...(inTab ? { target: "_blank", rel: "noreferrer" } : { download: true })}
      className={className}
      aria-busy={asking || undefined}
      aria-disabled={asking || undefined}
      onClick={press}
      onAuxClick={press}
    >
      <span className={asking ? "invisible contents" : "contents"}>{children}</span>
      {asking && <SpinnerMark className="absolute size-5" />}
    </a>
  );
}

function save(address: string): void {
  Object.assign(document.createElement("a"), { href: address, download: "" }).click();
}

/** A browser may hold a tab back that opens so late after the press: then the file takes the place of this page. */
function openInTab(address: string): void {
  const tab = window.open(address, "_blank");
  if (tab) tab.opener = null;
  else location.assign(address);
}
