/** Every permutation of 0 … count - 1. */
export function permutationsOf(count: number): number[][] {
  if (count === 0) return [[]];
  return permutationsOf(count - 1).flatMap((shorter) =>
    Array.from({ length: count }, (_, place) => [...shorter.slice(0, place), count - 1, ...shorter.slice(place)]),
  );
}
