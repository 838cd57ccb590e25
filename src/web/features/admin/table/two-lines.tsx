import type { ReactNode } from "react";

/** A cell of two lines: what the row is about, and a detail below. */
export function TwoLines({ top, below, strong = false }: { top: ReactNode; below: ReactNode; strong?: boolean }) {
  return (
    <>
      <span className={strong ? "font-semibold" : "text-ink"}>{top}</span>
      <span className="block text-sm font-normal text-muted wrap-break-word">{below}</span>
    </>
  );
}
