/** Numbers that look random and are the same in every demo (mulberry32). */
export interface Dice {
  /** At least 0, below 1. */
  share(): number;
  /** An integer from `least` to `max`, both inclusive. */
  whole(least: number, max: number): number;
  pick<Item>(items: readonly Item[]): Item;
  chance(probability: number): boolean;
  shuffle<Item>(items: readonly Item[]): Item[];
}

/** Dice that fall the same way for the same seed. */
export function createDice(seed: number): Dice {
  let state = seed;
  const share = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const whole = (least: number, max: number) => least + Math.floor(share() * (max - least + 1));
  return {
    share,
    whole,
    pick: (items) => items[whole(0, items.length - 1)]!,
    chance: (probability) => share() < probability,
    shuffle: (items) =>
      items
        .map((item) => ({ item, at: share() }))
        .toSorted((one, other) => one.at - other.at)
        .map(({ item }) => item),
  };
}
