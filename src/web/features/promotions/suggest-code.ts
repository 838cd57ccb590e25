const words =
  "ANTHURIUM BREEZE CALYPSO CARNIVAL COCO CONCH COVE FETE GUAVA HIBISCUS ISLAND JUMP LAGOON LIME MANGO PALM PLANTAIN REEF RIDDIM SOCA SORREL STEEL SUNSET TAMARIND TIDE".split(
    " ",
  );

/** A promo code that is easy to read out: `MANGO472`. A person can guess it, so it is for codes that are announced. */
export function suggestCode(random: () => number = Math.random): string {
  // Without 0 and 1, which are read as O and I.
  const digits = Array.from({ length: 3 }, () => 2 + Math.floor(random() * 8)).join("");
  return `${words[Math.floor(random() * words.length)]!}${digits}`;
}
