import { type MouseEvent, type ReactNode, useState } from "react";
import { ProofGivenUp, useProveFirst } from "#web/lib/fresh-proof.ts";
import { SpinnerMark } from "#web/ui/spinner.tsx";
import { showFailure } from "./use-admin-write.ts";

type DownloadLinkProps = {
  to: string;
  className: string;
  /** Opens the file in a new tab instead of saving it, for files that people print. */
  inTab?: boolean;
  /** The file names nobody, so it needs no confirmation. */
  isPlain?: boolean;
  children: ReactNode;
};

/**
 * A link to a file. If it has personal data, any press first asks to confirm it's you if the last time is too long
 * ago. Then the browser downloads the file itself, so that no file is held in memory here, however large.
 */
export function DownloadLink({ to, className, inTab = false, isPlain = false, children }: DownloadLinkProps) {
  const proveFirst = useProveFirst();
  const [asking, setAsking] = useState(false);

  async function fetchFile() {
    setAsking(true);
    try {
      if (!isPlain) await proveFirst();
      if (inTab) openInTab(to);
      else save(to);
    } catch (error) {
      if (!(error instanceof ProofGivenUp)) showFailure("We couldn't download the file", error);
    }
    setAsking(false);
  }

  function press(e: MouseEvent) {
    // The right mouse button opens the browser's own menu.
    if (e.button > 1) return;
    e.preventDefault();
    if (!asking) void fetchFile();
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

/** A browser may block a tab that opens so long after the press. Then the file opens in place of this page. */
function openInTab(address: string): void {
  const tab = window.open(address, "_blank");
  if (tab) tab.opener = null;
  else location.assign(address);
}
