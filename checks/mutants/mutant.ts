/** A defect put into the code on purpose, which a test must notice. */
export interface Mutant {
  /** What the code does wrong with it. */
  name: string;
  file: string;
  /** What stands in the file, once each, and what is put there instead. */
  edits: readonly (readonly [from: string, to: string])[];
  /** The test files of which at least one must fail. */
  tests: readonly string[];
}

/** The text with the defect; undefined where what it replaces does not stand there once. */
export function applyEdits(text: string, edits: Mutant['edits']): string | undefined {
  let edited = text;
  for (const [from, to] of edits) {
    const parts = edited.split(from);
    if (parts.length !== 2) return undefined;
    edited = parts.join(to);
  }
  return edited;
}
