import { formatValue } from 'hucre';

/** How the number of a cell is shown: as it is, as a day, as a day with its time, or by its format. */
export type CellFormat = 'plain' | 'day' | 'moment' | { code: string; isTime: boolean };

// The formats that spreadsheets know by their number alone.
const BUILT_IN: Record<number, string> = {
  ...{
    1: '0',
    2: '0.00',
    3: '#,##0',
    4: '#,##0.00',
    9: '0%',
    10: '0.00%',
    11: '0.00E+00',
    12: '# ?/?',
    13: '# ??/??',
  },
  ...{
    14: 'mm-dd-yy',
    15: 'd-mmm-yy',
    16: 'd-mmm',
    17: 'mmm-yy',
    18: 'h:mm AM/PM',
    19: 'h:mm:ss AM/PM',
    20: 'h:mm',
  },
  ...{
    21: 'h:mm:ss',
    22: 'm/d/yy h:mm',
    37: '#,##0;(#,##0)',
    38: '#,##0;(#,##0)',
    39: '#,##0.00;(#,##0.00)',
  },
  ...{ 40: '#,##0.00;(#,##0.00)', 45: 'mm:ss', 46: '[h]:mm:ss', 47: 'mm:ss.0', 48: '##0.0E+0' },
};
const EAST_ASIAN_DAYS = [27, 28, 29, 30, 31, 34, 35, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58];
const LONGEST_CODE = 255;

/** The format of each style of a workbook, by its number, from the part `styles.xml`. */
export function formatsOf(xml: string): CellFormat[] {
  const own = new Map<number, string>();
  for (const [tag] of xml.matchAll(/<(?:\w+:)?numFmt\s[^>]*>/g))
    own.set(Number(attribute(tag, 'numFmtId')), unescapeXml(attribute(tag, 'formatCode') ?? ''));
  const styles = /<(?:\w+:)?cellXfs\b[^>]*>([\s\S]*?)<\/(?:\w+:)?cellXfs>/.exec(xml)?.[1] ?? '';
  return [...styles.matchAll(/<(?:\w+:)?xf\b[^>]*>/g)].map(([tag]) => {
    const id = Number(attribute(tag, 'numFmtId') ?? 0);
    return EAST_ASIAN_DAYS.includes(id) && !own.has(id) ? 'day' : formatOf(own.get(id) ?? BUILT_IN[id] ?? '');
  });
}

// What a format says in quotes, behind a backslash, as a width or as a colour.
const NO_LETTERS = /"[^"]*"|\\.|[_*].|\[(?![hms]+\])[^\]]*\]/gi;

function formatOf(code: string): CellFormat {
  const letters = code.slice(0, LONGEST_CODE).replace(NO_LETTERS, '').split(';')[0] ?? '';
  if (letters === '' || /^(?:general|@)$/i.test(letters)) return 'plain';
  const isTime = /[hs]/i.test(letters.replace(/am\/pm|a\/p/gi, ''));
  const isDay = /[yd]/i.test(letters) || (!isTime && /m/i.test(letters));
  if (isDay) return isTime ? 'moment' : 'day';
  return { code: withCurrency(code), isTime };
}

/** `[$€-407]` is a currency with the place where it is used. */
const withCurrency = (code: string) =>
  code
    .slice(0, LONGEST_CODE)
    .replace(/\[\$([^\]-]*)(?:-[^\]]*)?\]/g, (_, sign: string) => (sign === '' ? '' : `"${sign}"`));

const DAY_SECONDS = 86_400;
const FIRST_DAY = Date.UTC(1899, 11, 30);
const FIRST_DAY_1904 = Date.UTC(1904, 0, 1);
/** Until here a spreadsheet counts one day less, because it takes 1900 for a leap year. */
const LEAP_DAY = 60;

/** A number as its cell shows it; a day as ISO writes it (docs/behaviour.md#what-a-file-is). */
export function shownNumber(value: number, format: CellFormat, is1904: boolean): string {
  if (format === 'plain') return plainNumber(value);
  if (format === 'day' || format === 'moment') return isoOf(value, format, is1904);
  // A third of an hour has no exact number: to the second, as it is shown.
  const exact = format.isTime ? Math.round(value * DAY_SECONDS) / DAY_SECONDS : value;
  return formatValue(exact, format.code, { is1904 }).trim();
}

/** Without the digits that a computation leaves: 0.1 + 0.2 is 0.3. */
function plainNumber(value: number): string {
  const exact = Number(value.toPrecision(15));
  return Number.isInteger(exact) && Math.abs(exact) < 1e21 ? BigInt(exact).toString() : String(exact);
}

function isoOf(serial: number, format: 'day' | 'moment', is1904: boolean): string {
  const shift = !is1904 && serial < LEAP_DAY ? 1 : 0;
  const start = is1904 ? FIRST_DAY_1904 : FIRST_DAY;
  const time = new Date(start + Math.round((serial + shift) * DAY_SECONDS) * 1000);
  if (Number.isNaN(time.getTime())) return plainNumber(serial);
  const [day = '', clock = ''] = time.toISOString().split('T');
  return format === 'day' || clock.startsWith('00:00:00') ? day : `${day} ${clock.slice(0, 5)}`;
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** A text of XML as it is read. */
export function unescapeXml(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w+));/gi, (whole, hex, decimal, name) => {
    if (name) return ENTITIES[name] ?? whole;
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

/** An attribute of a tag as it is written; undefined without it. */
export function attribute(tag: string, name: string): string | undefined {
  const at = tag.indexOf(` ${name}="`);
  if (at < 0) return undefined;
  const start = at + name.length + 3;
  return tag.slice(start, tag.indexOf('"', start));
}
