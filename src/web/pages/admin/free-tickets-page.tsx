import type { PageModule } from "#web/lib/page.ts";
import { DeskPlaceholder } from "./desk-placeholder.tsx";

function FreeTicketsPage() {
  return <DeskPlaceholder title="Free Tickets" purpose="Comps for artists, press and friends of the house." />;
}

export const page: PageModule = { Component: FreeTicketsPage };
