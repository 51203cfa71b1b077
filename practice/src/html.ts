/** Markup that is safe to insert into a page. */
export type Html = { readonly markup: string };

/** Builds markup; every value that is not markup itself is escaped. */
export function html(parts: TemplateStringsArray, ...values: (string | number | Html | Html[])[]): Html {
  const rest = values.map((value, index) => render(value) + (parts[index + 1] ?? ''));
  return { markup: (parts[0] ?? '') + rest.join('') };
}

function render(value: string | number | Html | Html[]): string {
  if (Array.isArray(value)) return value.map((it) => it.markup).join('');
  if (typeof value === 'object') return value.markup;
  return escapeText(String(value));
}

function escapeText(text: string): string {
  // A bare carriage return would be read as a line feed.
  const codes: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    '\r': '&#13;',
  };
  return text.replace(/[&<>"\r]/g, (character) => codes[character] ?? character);
}
