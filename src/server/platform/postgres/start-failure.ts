/** The site can't start. The message tells the operator why and what to do: print it alone, without a stack trace. */
export class StartFailure extends Error {
  override readonly name = "StartFailure";
}

/** Where a start reports what it does, one sentence per call. The site's logger fits. */
export interface StartLog {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}
