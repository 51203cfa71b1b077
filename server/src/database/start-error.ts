/**
 * A problem in the server's surroundings that keeps it from starting. The message is one or more whole sentences with
 * the problem and what to do: print it alone, without a stack, and end.
 */
export class StartError extends Error {
  override readonly name = 'StartError';
}
