/** 'a', 'a and b', 'a, b and c'; beyond `most`, the others are counted: 'a, b, c and 57 others'. */
export function joinNames(names: string[], word: 'and' | 'or' = 'and', most = 4): string {
  if (names.length < 2) return names.join('');
  const rest = names.length - most;
  if (rest > 1) return `${names.slice(0, most).join(', ')} ${word} ${rest} others`;
  return `${names.slice(0, -1).join(', ')} ${word} ${names.at(-1)}`;
}
