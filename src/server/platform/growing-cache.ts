/**
 * Options of an LRUCache for up to `entries` values that takes memory as it fills. With the option `max`, the cache
 * reserves memory for all of them when it is created.
 */
export const growingTo = (entries: number): { maxSize: number; sizeCalculation: () => number } => ({
  maxSize: entries,
  sizeCalculation: () => 1,
});
