/** The smaller build has the same types; it lacks captions and alternative audio. */
declare module "hls.js/light" {
  export { default } from "hls.js";
}
