import type { ReactNode } from "react";
import { FreshProof } from "#web/features/accounts/security/fresh-proof.tsx";
import { Page } from "#web/ui/page.tsx";
import { AdminNav } from "./admin-nav.tsx";

export type AdminShellProps = {
  title: string;
  description: string;
  /** What the page shows under its title: a figure or a status. */
  lead?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
};

/** The frame of every admin page: navigation to the other pages, the title and the actions. */
export function AdminShell({ title, description, lead, actions, children }: AdminShellProps) {
  return (
    <Page meta={{ title, description, hidden: true }}>
      <FreshProof>
        <div className="lg:grid lg:grid-cols-[13.5rem_minmax(0,1fr)]">
          <AdminNav />
          <div className="mx-auto grid w-full max-w-[88rem] grid-cols-[minmax(0,1fr)] content-start gap-5 px-5 pt-6 pb-16 sm:pt-8 lg:px-8">
            <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
              <div className="grid gap-1.5">
                <h1 className="display text-display-md">{title}</h1>
                {lead && <div className="text-muted">{lead}</div>}
              </div>
              {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
            </header>
            {children}
          </div>
        </div>
      </FreshProof>
    </Page>
  );
}
