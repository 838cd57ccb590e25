import type { PageModule } from "#web/lib/page.ts";
import { loadTeaser, Teaser } from "./teaser.tsx";

function LivePage() {
  return (
    <Teaser
      topic="live"
      title="Live"
      headline="No stream is on"
      text="Nights that go out live will play on this page. There is nothing to watch yet; there is plenty to attend."
      description="Live streams by Savage Gentlemen will play here. No stream is on."
    />
  );
}

export const page: PageModule = { Component: LivePage, load: loadTeaser };
