import { LinkButton } from "#web/ui/link-button.tsx";
import { Page } from "#web/ui/page.tsx";
import { paths } from "#web/lib/paths.ts";

/** A staff page whose tools are not here yet. It says so, and nothing more. */
export function DeskPlaceholder({ title, purpose }: { title: string; purpose: string }) {
  return (
    <Page meta={{ title, description: purpose, hidden: true }}>
      <div className="measure grid gap-6 py-16">
        <p className="eyebrow text-gilt">Staff</p>
        <h1 className="display text-display-lg">{title}</h1>
        <p className="max-w-[52ch] text-lg text-muted">{purpose}</p>
        <p className="border-l-4 border-gold bg-panel px-5 py-4">This desk opens with a later release.</p>
        <div className="flex flex-wrap gap-3">
          <LinkButton variant="outline" to={paths.ticketScanner()}>
            Ticket Scanner
          </LinkButton>
        </div>
      </div>
    </Page>
  );
}
