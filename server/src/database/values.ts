import pg from 'pg';

const { builtins } = pg.types;
// pg has no names for array types: these are their numbers in PostgreSQL's own catalog.
const INT8_ARRAY = 1016;
const NUMERIC_ARRAY = 1231;
const TIMESTAMPTZ_ARRAY = 1185;
const DATE_ARRAY = 1182;

type Parse = (text: string) => unknown;

/**
 * How values leave the database: int8 and numeric as numbers (an error if one does not fit exactly), timestamptz as ISO
 * 8601 in UTC with milliseconds, date as 'YYYY-MM-DD', arrays of these likewise. Set for each connection, so that no
 * other user of `pg` in the process is affected.
 */
export const databaseValues: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    return (format === 'binary' ? undefined : parsers.get(oid)) ?? pg.types.getTypeParser(oid, format);
  },
} as pg.CustomTypesConfig;

const parseTimestamp = pg.types.getTypeParser(builtins.TIMESTAMPTZ) as (text: string) => Date | number;
// Only the array syntax is parsed here; numeric[] would parse its values as floats.
const parseTexts = pg.types.getTypeParser(INT8_ARRAY as number) as (text: string) => (string | null)[];

const parsers = new Map<number, Parse>([
  [builtins.INT8, toNumber],
  [builtins.NUMERIC, toNumber],
  [builtins.TIMESTAMPTZ, toIso],
  [builtins.DATE, toText],
  [INT8_ARRAY, each(toNumber)],
  [NUMERIC_ARRAY, each(toNumber)],
  [TIMESTAMPTZ_ARRAY, each(toIso)],
  [DATE_ARRAY, each(toText)],
]);

function toNumber(text: string): number {
  const number = Number(text);
  if (!(Math.abs(number) <= Number.MAX_SAFE_INTEGER)) {
    throw new RangeError(`The database gave ${text}, which a number cannot hold exactly.`);
  }
  return number;
}

function toIso(text: string): string {
  const time = parseTimestamp(text);
  if (typeof time === 'number')
    throw new RangeError(`The database gave the time ${text}, which is no moment.`);
  return time.toISOString();
}

function toText(text: string): string {
  return text;
}

function each(parse: Parse): Parse {
  return (text) => parseTexts(text).map((value) => (value === null ? null : parse(value)));
}
