import type { Detail } from "../details.ts";

/** Products seen from close up, as `details.ts` enlarges posters: one more picture for their pages. */
export const VIEWS: readonly Detail[] = [
  {
    key: "camp-shirt-detail",
    of: "camp-shirt",
    alt: "The shirt's open collar up close: a label with the gold mask, pink and mango hibiscus on both sides.",
    window: [320, 190, 560],
  },
  {
    key: "track-jacket-detail",
    of: "track-jacket",
    alt: "The jacket's collar up close: the gold zipper, the small mask on the chest, bone and mango stripes.",
    window: [300, 270, 600],
  },
  {
    key: "mixtape-detail",
    of: "mixtape",
    alt: "The mixtape's cover up close: a bolt of lightning between red and blue loudspeakers.",
    window: [330, 140, 560],
  },
  {
    key: "flag-detail",
    of: "flag",
    alt: "The flag up close: the gold mask on its black disc, waves running through the stripes.",
    window: [350, 170, 600],
  },
  {
    key: "fan-detail",
    of: "fan",
    alt: "The fan up close: pink, green and mango plumes with peacock eyes, pleat by pleat.",
    window: [330, 440, 600],
  },
  {
    key: "cup-detail",
    of: "cup",
    alt: "The cup's rim up close: a wheel of lime, ice, and a striped straw.",
    window: [250, 110, 600],
  },
  {
    key: "jouvert-kit-bottles",
    of: "jouvert-kit",
    alt: "Three little bottles of paint from the kit, blue, pink and gold, on crumpled paper.",
    window: [230, 120, 620],
  },
  {
    key: "jouvert-kit-cup",
    of: "jouvert-kit",
    alt: "The kit's violet cup and folded wine-red bandana in their tray.",
    window: [240, 480, 760],
  },
];
