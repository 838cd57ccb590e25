/** Long names get smaller letters, and a long word too: it must fit the smallest phone in one piece. */
export function titleSize(
  title: string,
): "text-display-md" | "text-display-lg" | "text-display-lg lg:text-display-xl" | "text-display-xl" {
  const longestWord = Math.max(...title.split(/[\s-]+/).map((word) => word.length));
  if (longestWord > 15) return "text-display-md";
  if (title.length > 22) return "text-display-lg";
  return longestWord > 10 ? "text-display-lg lg:text-display-xl" : "text-display-xl";
}
