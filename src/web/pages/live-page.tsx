import type { PageModule } from "#web/lib/page.ts";
import { loadTeaser, Teaser } from "./teaser.tsx";

function LivePage() {
  return (
    <Teaser
      topic="live"
      title="Live"
      headline="Nothing live yet"
      text="Our live streams will play on this page. There's nothing to watch yet, but plenty to attend."
      description="Savage Gentlemen live streams will play here. Nothing is live yet."
    />
  );
}

export const page: PageModule = { Component: LivePage, load: loadTeaser };
