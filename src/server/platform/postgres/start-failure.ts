/** The site can't start. The message tells the operator why and what to do: print it alone, without a stack trace. */
export class StartFailure extends Error {
  override readonly name = "StartFailure";
}
