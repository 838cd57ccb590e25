import type { Poster } from "#contract/events.ts";

/** The brand's own image: the placeholder until an event has a poster. */
export const defaultPoster: Poster = {
  key: "house",
  alt: "",
  dominant: "#15120e",
  accent: "#c9a24b",
  placeholder: null,
  width: 4,
  height: 5,
};
