import type { Poster } from "#contract/events.ts";

/** The house's own picture: stands in for a poster until a night has one. */
export const housePoster: Poster = {
  key: "house",
  alt: "",
  dominant: "#15120e",
  accent: "#c9a24b",
  placeholder: null,
  width: 4,
  height: 5,
};
