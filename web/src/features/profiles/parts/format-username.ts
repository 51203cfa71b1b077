/** A profile's username with one @, however it was typed. */
export function formatUsername(name: string): string {
  return `@${name.replace(/^@+/, '')}`;
}
