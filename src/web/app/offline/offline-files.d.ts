declare module "virtual:offline-files" {
  /** Names this build of the web app. */
  export const build: string;
  /** What My Tickets needs without a network, each with a leading slash. */
  export const files: string[];
}
