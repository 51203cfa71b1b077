/** What a look at one thing found: that it is right, or what is wrong and how to mend it. */
export type Finding = { about: string; says: string } & (
  | { isRight: true }
  | { isRight: false; mend: string }
);

/** A finding that needs nothing. */
export const right = (about: string, says: string): Finding => ({ about, says, isRight: true });
/** A finding with what its reader can do about it. */
export const wrong = (about: string, says: string, mend: string): Finding => ({
  about,
  says,
  isRight: false,
  mend,
});

/** For a terminal: a line for each finding, and below what is wrong how to mend it. */
export function describeFindings(findings: Finding[]): string[] {
  return findings.flatMap((finding) => {
    const line = `${finding.isRight ? 'ok    ' : 'WRONG '} ${finding.about}: ${finding.says}`;
    return finding.isRight ? [line] : [line, `        ${finding.mend}`];
  });
}
