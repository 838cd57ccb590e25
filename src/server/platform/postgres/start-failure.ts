/** The site cannot start, and the message already tells the operator why and what to do: print it alone, without a stack. */
export class StartFailure extends Error {
  override readonly name = "StartFailure";
}
