/** Letters that may be missing, wrong, too many or exchanged with their neighbour. */
const MISTAKES_MAX = 2;
/** What a word must begin with: "subscribe" is no misspelling of "unsubscribe". */
const BEGINNING = 2;

/** Whether a word is another one with a few slips of the keys. */
export function isMisspelled(word: string, meant: string): boolean {
  if (Math.abs(word.length - meant.length) > MISTAKES_MAX) return false;
  if (word.slice(0, BEGINNING) !== meant.slice(0, BEGINNING)) return false;
  return distance(word, meant) <= MISTAKES_MAX;
}

/** The slips between two words (the distance of Damerau and Levenshtein, of neighbours only). */
function distance(one: string, other: string): number {
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const isSame = one[i - 1] === other[j - 1];
      const isSwapped = one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      row[j] = Math.min(
        (last[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (last[j - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped && i > 1 && j > 1 ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    before = last;
    last = row;
  }
  return last[other.length] ?? 0;
}
