/** Logs an error that the user need not see to the browser's console. */
export function logError(what: string, error: unknown): void {
  console.error(what, error);
}
