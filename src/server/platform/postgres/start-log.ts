/** Where a start reports what it does, one sentence per call. The site's logger fits. */
export interface StartLog {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}
