import { Teaser } from "./teaser.tsx";

/** What /live shows while there are no streams at all, and where the links of its emails lead. */
export const LiveTeaser = () => (
  <Teaser
    topic="live"
    title="Live"
    headline="Nothing live yet"
    text="Our live streams will play on this page. There's nothing to watch yet, but plenty to attend."
    description="Savage Gentlemen live streams will play here. Nothing is live yet."
  />
);
