/** Writes what went wrong, and needs no word to the user, to the browser's console. */
export function logError(what: string, error: unknown): void {
  console.error(what, error);
}
