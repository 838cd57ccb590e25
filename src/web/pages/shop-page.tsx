import type { PageModule } from "#web/lib/page.ts";
import { loadTeaser, Teaser } from "./teaser.tsx";

function ShopPage() {
  return (
    <Teaser
      topic="shop"
      title="Shop"
      headline="The shop opens soon"
      text="Savage Gentlemen merchandise will be sold on this page. Nothing is for sale here yet; tickets are."
      description="The Savage Gentlemen shop is not open yet. Tickets for the nights are."
    />
  );
}

export const page: PageModule = { Component: ShopPage, load: loadTeaser };
