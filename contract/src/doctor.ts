/** What one check found: that all is well, or a problem and how to fix it. */
export type Finding = { about: string; message: string } & ({ isOk: true } | { isOk: false; fix: string });

/** A finding that needs nothing. */
export const ok = (about: string, message: string): Finding => ({ about, message, isOk: true });
/** A finding with what its reader can do about it. */
export const problem = (about: string, message: string, fix: string): Finding => ({
  about,
  message,
  isOk: false,
  fix,
});

/** For a terminal: a line for each finding, and below a problem how to fix it. */
export function describeFindings(findings: Finding[]): string[] {
  return findings.flatMap((finding) => {
    const line = `${finding.isOk ? 'ok    ' : 'WRONG '} ${finding.about}: ${finding.message}`;
    return finding.isOk ? [line] : [line, `        ${finding.fix}`];
  });
}
