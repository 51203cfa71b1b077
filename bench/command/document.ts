import type { Measure } from './measures.ts';
import type { Outcome } from './run-measure.ts';

/** The origin of the figures. */
export interface Run {
  date: string;
  commit: string;
  machine: string;
}

/**
 * The document with one measure's figures in place of its last ones, or at the end. Hand-written text and the figures
 * of other measures stay.
 */
export function putFigures(document: string, name: string, figures: string): string {
  const [opening, closing] = [`<!-- figures of ${name} -->`, `<!-- end of ${name} -->`];
  const section = `${opening}\n${figures.trim()}\n${closing}`;
  const start = document.indexOf(opening);
  if (start < 0) return `${document.trimEnd()}\n\n${section}\n`;
  const end = document.indexOf(closing, start);
  if (end < 0) throw new Error(`The figures of ${name} have no end in the document.`);
  return document.slice(0, start) + section + document.slice(end + closing.length);
}

/** A measure's figures as a section of the document; undefined if it has none. */
export function showFigures(measure: Measure, outcome: Outcome, run: Run): string | undefined {
  const { report, text, error, seconds } = outcome;
  if (!report && (error || text.trim() === '')) return undefined;
  const { name, title, beside, args } = measure;
  const command = ['node', `bench/${name}.ts`, ...args].join(' ');
  return [
    `## ${title}`,
    `\`${command}\`${beside ? `, beside ${beside}` : ''}. ${run.date}, commit ${run.commit}, ${run.machine}; ${seconds} s.`,
    report ? showTable(report.figures) : `\`\`\`text\n${text.trim()}\n\`\`\``,
    ...(report?.notes ?? []),
    ...(error ? [`It gave these figures and failed after that: ${error}`] : []),
  ].join('\n\n');
}

function showTable(figures: NonNullable<Outcome['report']>['figures']): string {
  const heads = { what: '', ours: 'ours', peer: 'peer', ratio: 'ratio, median (least to most)', aim: 'aim' };
  const columns = (Object.keys(heads) as (keyof typeof heads)[]).filter((column) =>
    figures.some((figure) => figure[column] !== undefined),
  );
  const line = (cells: string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [
    line(columns.map((column) => heads[column])),
    line(columns.map(() => '---')),
    ...figures.map((figure) => line(columns.map((column) => figure[column] ?? ''))),
  ].join('\n');
}
