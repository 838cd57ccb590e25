/** Long titles get smaller type, and so do long words: a word must fit on the smallest phone without a break. */
export function titleSize(
  title: string,
): "text-display-md" | "text-display-lg" | "text-display-lg lg:text-display-xl" | "text-display-xl" {
  const longestWord = Math.max(...title.split(/[\s-]+/).map((word) => word.length));
  if (longestWord > 15) return "text-display-md";
  if (title.length > 22 || longestWord > 11) return "text-display-lg";
  return longestWord > 10 ? "text-display-lg lg:text-display-xl" : "text-display-xl";
}
