/** A profile's username with one @, whether it was typed with one or not. */
export function formatUsername(name: string): string {
  return `@${name.replace(/^@+/, '')}`;
}
