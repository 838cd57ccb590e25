/** The brand's own colours; posters bring their own inks besides. */
export const BRAND = {
  night: "#0b0a08",
  bone: "#f3ece0",
  gold: "#c9a24b",
  sea: "#1f8f8a",
  hibiscus: "#d8315b",
  mango: "#f29a2e",
} as const;
