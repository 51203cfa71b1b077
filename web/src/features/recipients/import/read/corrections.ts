/** A row that is no name: its file and place from 1, and what is wrong with it; nothing any more once it is corrected. */
export type LineError = { file: number; line: number; value: string; reason: string | undefined };

/** What was typed in place of a refused value, by its place. */
export type Corrections = ReadonlyMap<string, string>;

/** Where a correction belongs. */
export const placeOf = ({ file, line }: { file: number; line: number }) => `${file}:${line}`;
