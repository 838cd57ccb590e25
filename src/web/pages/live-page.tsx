import { teaserPage } from "./teaser.tsx";

export const page = teaserPage({
  topic: "live",
  title: "Live",
  headline: "Nothing live yet",
  text: "Our live streams will play on this page. There's nothing to watch yet, but plenty to attend.",
  description: "Savage Gentlemen live streams will play here. Nothing is live yet.",
});
