/** A deliberate defect in the code, which a test must notice. */
export interface Mutant {
  /** The wrong behaviour. */
  name: string;
  file: string;
  /** Texts that occur once in the file, with their replacements. */
  edits: readonly (readonly [from: string, to: string])[];
  /** The test files of which at least one must fail. */
  tests: readonly string[];
}

/** The text with the defect; undefined if a replaced text does not occur exactly once. */
export function applyEdits(text: string, edits: Mutant['edits']): string | undefined {
  let edited = text;
  for (const [from, to] of edits) {
    const parts = edited.split(from);
    if (parts.length !== 2) return undefined;
    edited = parts.join(to);
  }
  return edited;
}
