declare module "virtual:offline-files" {
  /** Names this build of the web app. */
  export const build: string;
  /** What My Tickets needs without a network, each with a leading slash. */
  export const files: string[];
}

/** The smaller build has the same types; it lacks captions and alternative audio. */
declare module "hls.js/light" {
  export { default } from "hls.js";
}
