/** The result of one check: all is well, or a problem with its fix. */
export type Finding = { about: string; message: string } & ({ isOk: true } | { isOk: false; fix: string });

/** A finding without a problem. */
export const ok = (about: string, message: string): Finding => ({ about, message, isOk: true });
/** A finding with its fix. */
export const problem = (about: string, message: string, fix: string): Finding => ({
  about,
  message,
  isOk: false,
  fix,
});

/** For a terminal: a line for each finding, with the fix below a problem. */
export function describeFindings(findings: Finding[]): string[] {
  return findings.flatMap((finding) => {
    const line = `${finding.isOk ? 'ok    ' : 'WRONG '} ${finding.about}: ${finding.message}`;
    return finding.isOk ? [line] : [line, `        ${finding.fix}`];
  });
}
