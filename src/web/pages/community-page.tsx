import type { PageModule } from "#web/lib/page.ts";
import { loadTeaser, Teaser } from "./teaser.tsx";

function CommunityPage() {
  return (
    <Teaser
      topic="community"
      title="Community"
      headline="The room is being set"
      text="People who come to the nights will talk and post pictures here. It is not open yet; an account made today will work here too."
      description="The Savage Gentlemen community is not open yet."
    />
  );
}

export const page: PageModule = { Component: CommunityPage, load: loadTeaser };
