/** Phrases by their words, so that a text is looked up word by word, however many phrases there are. */
export interface PhraseIndex<Kind> {
  readonly next: Map<string, PhraseIndex<Kind>>;
  /** What the phrase is whose last word leads here. */
  kind?: Kind;
}

/** An index without a phrase. */
export const emptyIndex = <Kind>(): PhraseIndex<Kind> => ({ next: new Map() });

/** Adds a phrase, unless it is there already: the first word counts. */
export function addPhrase<Kind>(index: PhraseIndex<Kind>, words: readonly string[], kind: Kind): void {
  // A phrase of signs alone would be in every text.
  if (words.length === 0) return;
  let at = index;
  for (const word of words) {
    const next = at.next.get(word) ?? emptyIndex<Kind>();
    at.next.set(word, next);
    at = next;
  }
  at.kind ??= kind;
}

/** The phrases that begin at this word, with the word behind each. */
export function* phrasesAt<Kind>(
  index: PhraseIndex<Kind>,
  words: readonly string[],
  from: number,
): Generator<{ to: number; kind: Kind }> {
  let at: PhraseIndex<Kind> | undefined = index;
  for (let to = from; at; to += 1) {
    if (at.kind !== undefined) yield { to, kind: at.kind };
    const word: string | undefined = words[to];
    at = word === undefined ? undefined : at.next.get(word);
  }
}
