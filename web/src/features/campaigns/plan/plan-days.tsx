import type { Forecast } from '@pigeonpost/contract/forecast/forecast';
import { type KeyboardEvent, useState } from 'react';
import { formatCount, formatNoun } from '../../../format/format-number.ts';
import css from './plan-days.module.css';

type Day = Forecast['days'][number];

/** More days than these are shown as weeks. */
const DAYS_SHOWN = 18;
const WEEK_DAYS = 7;
const BAR_PX = 96;
const SMALL_BAR_PX = 48;
const DAY_MS = 86_400_000;

type PlanDaysProps = {
  days: Day[];
  nowMs: number;
  /** Beside a form: lower, and also of a single day, so that their place is kept. */
  isSmall?: boolean;
  /** The same as a table, to be opened below. */
  hasTable?: boolean;
};

/** The messages of each day as bars; a closed day is a grey line. */
export function PlanDays({ days, nowMs, isSmall = false, hasTable = false }: PlanDaysProps) {
  const [at, setAt] = useState(0);
  if (days.length < (isSmall ? 1 : 2)) return null;
  const isByWeek = days.length > DAYS_SHOWN;
  const bars = isByWeek ? weeksOf(days) : days;
  const highest = isSmall ? SMALL_BAR_PX : BAR_PX;
  const labels = isSmall ? { wide: PHONE_LABELS, narrow: PHONE_LABELS, phone: PHONE_LABELS } : LABELS;
  const most = Math.max(...bars.map(({ messages }) => messages));
  const label = isByWeek ? 'Messages of each week' : 'Messages of each day';
  // The bars may have become fewer.
  const current = Math.min(at, bars.length - 1);
  const words = (bar: Day) =>
    `${fullDay(bar.day, nowMs)}: ${bar.messages > 0 ? formatNoun(bar.messages, 'message') : 'closed'}`;
  const move = (event: KeyboardEvent) => {
    const to = stepOf(event.key, current, bars.length - 1);
    if (to === undefined) return;
    event.preventDefault();
    setAt(to);
  };
  return (
    <figure className={css.days} aria-label={label}>
      {/* One stop of Tab: the arrows go through the days, and each is read. */}
      <div
        className={css.bars}
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={1}
        aria-valuemax={bars.length}
        aria-valuenow={current + 1}
        aria-valuetext={words(bars[current] as Day)}
        onKeyDown={move}
      >
        {bars.map(({ day, messages }, index) => (
          <div
            key={day}
            className={css.day}
            data-current={index === current}
            data-wide={index % stepFor(bars, labels.wide) === 0}
            data-narrow={index % stepFor(bars, labels.narrow) === 0}
            data-phone={index % stepFor(bars, labels.phone) === 0}
          >
            <span className={css.count}>{messages > 0 ? formatCount(messages) : ''}</span>
            <span
              className={css.bar}
              data-closed={messages === 0}
              style={{ height: `${(highest * messages) / Math.max(1, most)}px` }}
            />
            <span className={css.label}>{labelOf(day, index === 0, isByWeek)}</span>
          </div>
        ))}
      </div>
      <figcaption className={css.current}>{words(bars[current] as Day)}</figcaption>
      {hasTable ? <DaysTable bars={bars} nowMs={nowMs} isByWeek={isByWeek} /> : null}
    </figure>
  );
}

type DaysTableProps = { bars: Day[]; nowMs: number; isByWeek: boolean };

function DaysTable({ bars, nowMs, isByWeek }: DaysTableProps) {
  return (
    <details className={css.table}>
      <summary>Show as a table</summary>
      <table>
        <thead>
          <tr>
            <th scope="col">{isByWeek ? 'Week from' : 'Day'}</th>
            <th scope="col">Messages</th>
          </tr>
        </thead>
        <tbody>
          {bars.map(({ day, messages }) => (
            <tr key={day}>
              <th scope="row">{fullDay(day, nowMs)}</th>
              <td>{messages > 0 ? formatCount(messages) : 'closed'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

// As many figures and dates stand beside each other.
const PHONE_LABELS = 6;
const LABELS = { wide: 22, narrow: 14, phone: PHONE_LABELS };

/** Each so many bars one has its figure and its date. */
const stepFor = (bars: Day[], most: number) => Math.ceil(bars.length / most);

/** Where a key of a slider leads; undefined for any other key. */
function stepOf(key: string, at: number, last: number): number | undefined {
  if (key === 'ArrowRight' || key === 'ArrowUp') return Math.min(last, at + 1);
  if (key === 'ArrowLeft' || key === 'ArrowDown') return Math.max(0, at - 1);
  if (key === 'Home') return 0;
  return key === 'End' ? last : undefined;
}

/** Weeks from Monday; the first one may begin later. */
function weeksOf(days: Day[]): Day[] {
  const weeks: Day[] = [];
  for (const { day, messages } of days) {
    const last = weeks.at(-1);
    const isMonday = new Date(day).getUTCDay() === 1;
    if (last && !isMonday && Date.parse(day) - Date.parse(last.day) < WEEK_DAYS * DAY_MS)
      last.messages += messages;
    else weeks.push({ day, messages });
  }
  return weeks;
}

// For days of the user's zone, which a date alone does not change any more.
const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'short', timeZone: 'UTC' });

const dayAndMonth = (day: string) => `${day.slice(8)}-${day.slice(5, 7)}`;

/** The date of the first bar and of each Monday, the weekday of the others. */
function labelOf(day: string, isFirst: boolean, isByWeek: boolean): string {
  const name = weekday.format(Date.parse(day));
  return isByWeek || isFirst || name === 'Mon' ? dayAndMonth(day) : name;
}

function fullDay(day: string, nowMs: number): string {
  const isThisYear = new Date(nowMs).getUTCFullYear() === Number(day.slice(0, 4));
  return `${weekday.format(Date.parse(day))} ${dayAndMonth(day)}${isThisYear ? '' : `-${day.slice(0, 4)}`}`;
}
