import { ArrowLeft } from "lucide-react";
import { Link } from "react-router";

/** A link from one row back to its list. */
export function WayUp({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className="inline-flex min-h-9 items-center gap-2 text-sm font-semibold text-muted hover:text-ink">
      <ArrowLeft className="size-4" />
      {children}
    </Link>
  );
}
