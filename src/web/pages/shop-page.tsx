import { teaserPage } from "./teaser.tsx";

export const page = teaserPage({
  topic: "shop",
  title: "Shop",
  headline: "The shop opens soon",
  text: "We'll sell Savage Gentlemen merch on this page. Until then, come see us at an event.",
  description: "The Savage Gentlemen shop isn't open yet. Get an email when it opens.",
});
