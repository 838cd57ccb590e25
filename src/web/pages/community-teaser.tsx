import { Teaser } from "./teaser.tsx";

/** The community's page for visitors while there is nothing to read. */
export const CommunityTeaser = () => (
  <Teaser
    topic="community"
    title="Community"
    headline="We're setting up the room"
    text="Fans will talk and share photos here. It isn't open yet, but an account you create today will work here too."
    description="The Savage Gentlemen community isn't open yet."
  />
);
