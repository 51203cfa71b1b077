const TYPED = /^(\d{1,2})[-./ ](\d{1,2})[-./ ](\d{4})$/;

/** 'YYYY-MM-DD' of a day typed as DD-MM-YYYY; '' for nothing, undefined for an invalid day. */
export function parseEndDay(typed: string): string | undefined {
  const text = typed.trim();
  if (text === '') return '';
  const [, day = '', month = '', year = ''] = TYPED.exec(text) ?? [];
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const date = new Date(`${iso}T00:00:00Z`);
  const isDay = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso);
  return isDay && year >= '2000' && year < '3000' ? iso : undefined;
}

/** The day of a time in a zone, in the typed form: '05-12-2026'; '' for none. */
export function endDayOf(moment: string | null, timeZone: string): string {
  if (moment === null) return '';
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
  });
  return parts.format(new Date(moment)).replaceAll('/', '-');
}

/** The day `months` after the later of today and a typed day, at most the end of its month. */
export function monthsLater(typed: string, months: number, today: string): string {
  const from = [parseEndDay(typed) ?? '', parseEndDay(today) ?? ''].sort().at(-1) ?? '';
  const [year = 0, month = 0, day = 0] = from.split('-').map(Number);
  const last = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate();
  const later = new Date(Date.UTC(year, month - 1 + months, Math.min(day, last))).toISOString();
  return later.slice(0, 10).split('-').reverse().join('-');
}
