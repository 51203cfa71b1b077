import { SEPARATORS } from './read/format-words.ts';

/** A table of the clipboard, as a file in place of the text box: cells of a spreadsheet or of a page, or rows of text. */
export function pastedTable(clipboard: DataTransfer): File | undefined {
  const text = tableText(clipboard.getData('text/html')) ?? clipboard.getData('text');
  return isTable(text) ? new File([text], 'Pasted table', { type: 'text/plain' }) : undefined;
}

/** Whether the first two rows have the same number of some separator; the worker reads it by its own, finer rule. */
function isTable(text: string): boolean {
  const [first = '', second = ''] = text.split(/[\r\n]+/).filter((line) => line.trim() !== '');
  return SEPARATORS.some((separator) => {
    const count = first.split(separator).length;
    return count > 1 && count === second.split(separator).length;
  });
}

/** The rows of an HTML table with tabs between the cells; undefined where there is none with two columns. */
function tableText(html: string): string | undefined {
  if (!/<table/i.test(html)) return undefined;
  // Parsed as a document of its own: nothing of it gets into the page, and nothing in it runs.
  const table = new DOMParser().parseFromString(html, 'text/html').querySelector('table');
  const rows = [...(table?.rows ?? [])].map(({ cells }) =>
    [...cells].map((cell) => cellText(cell.textContent)),
  );
  return rows.some(({ length }) => length > 1) ? rows.map((cells) => cells.join('\t')).join('\n') : undefined;
}

function cellText(text: string | null): string {
  const plain = (text ?? '').replace(/\s+/g, ' ').trim();
  return plain.includes('"') ? `"${plain.replaceAll('"', '""')}"` : plain;
}
