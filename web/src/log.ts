/** Writes what went wrong, and needs no word to the user, to the browser's console. */
export function logError(what: string, error: unknown): void {
  // biome-ignore lint/suspicious/noConsole: the specification wants these failures logged, and only logged
  console.error(what, error);
}
