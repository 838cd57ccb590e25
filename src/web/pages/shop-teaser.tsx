import { Teaser } from "./teaser.tsx";

/** What the shop shows while it has no products, and where the links of its emails lead. */
export const ShopTeaser = () => (
  <Teaser
    topic="shop"
    title="Shop"
    headline="The shop opens soon"
    text="We'll sell Savage Gentlemen merch on this page. Until then, come see us at an event."
    description="The Savage Gentlemen shop isn't open yet. Get an email when it opens."
  />
);
