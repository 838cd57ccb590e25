const tints: Record<string, string> = {
  black: "#17130d",
  night: "#0c0a08",
  charcoal: "#3a3733",
  gray: "#8d8a84",
  silver: "#c4c4c4",
  white: "#ffffff",
  bone: "#f4ecdc",
  cream: "#f3ead2",
  sand: "#d8c3a0",
  tan: "#c49a6c",
  brown: "#6b4a2f",
  rust: "#a8502a",
  orange: "#e8772e",
  mango: "#ffab52",
  gold: "#c9a24b",
  yellow: "#f2cf3b",
  red: "#c22032",
  wine: "#6d1a36",
  burgundy: "#6d1a36",
  hibiscus: "#d62e63",
  pink: "#f2a2bd",
  purple: "#5d3a8c",
  lavender: "#b7a5d8",
  navy: "#1d2a4d",
  blue: "#2c5bb8",
  sky: "#8fc1e8",
  teal: "#0b655c",
  sea: "#1f9a8c",
  mint: "#a6dcc5",
  green: "#2f7d46",
  olive: "#6a6b35",
};

/** The tint of a color by its name, or by the last word of it that is known: "Washed black". */
function tintOf(color: string): string | undefined {
  const words = color.toLowerCase().split(/[^a-z]+/);
  return words.map((word) => tints[word]).findLast(Boolean);
}

/** A color as a dot; a ring if its name isn't known. Decoration: its name is beside it. */
export const ColorDot = ({ color, className = "size-4" }: { color: string; className?: string }) => (
  <svg viewBox="0 0 16 16" aria-hidden="true" className={`shrink-0 ${className}`}>
    <circle cx="8" cy="8" r="7" fill={tintOf(color) ?? "none"} className="stroke-edge" strokeWidth="1" />
  </svg>
);

const maxDots = 5;

/** A product's colors on its card. */
export function ColorDots({ colors }: { colors: string[] }) {
  if (colors.length < 2) return null;
  return (
    <p className="flex items-center gap-1.5">
      <span className="sr-only">Colors: {colors.join(", ")}</span>
      {colors.slice(0, maxDots).map((color) => (
        <ColorDot key={color} color={color} />
      ))}
      {colors.length > maxDots && (
        <span aria-hidden="true" className="text-sm text-muted">
          +{colors.length - maxDots}
        </span>
      )}
    </p>
  );
}
