import type { ReactNode } from "react";
import { AdminShell } from "#web/features/admin/admin-shell.tsx";

/** Wraps the notice that a section of /admin didn't load, so that the admin navigation stays. */
export const MissingSection = ({ children }: { children: ReactNode }) => (
  <AdminShell title="Admin" description="This admin section didn't load.">
    {children}
  </AdminShell>
);
