/** Where a start tells what it does: one sentence a call. The site's logger fits. */
export interface StartLog {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}
