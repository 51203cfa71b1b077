import type { DashboardStats } from '@pigeonpost/contract/campaigns/campaign-reports';
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import type { DateRange } from '../../date-range.ts';
import { formatCount, formatParts, formatPercent } from '../../format/format-number.ts';
import { type Stat, StatRow } from '../../ui/layout/stat-row.tsx';
import { axisMaximum, dateStep } from './chart-scale.ts';
import css from './dashboard.module.css';

type FiguresProps = {
  stats: DashboardStats | undefined;
  range: DateRange;
};

/** The four figures and, in the same card, sent and failed day by day; no chart where it would be empty. */
export function Figures({ stats, range }: FiguresProps) {
  const hasDates = range.start_date !== undefined || range.end_date !== undefined;
  const isEmpty = stats?.days.every(({ sent, failed }) => sent + failed === 0);
  const note = hasDates || (isEmpty && stats?.sent === 0 && stats.failed === 0) ? undefined : noteOf(isEmpty);
  return (
    <section className="surface" aria-label="Figures">
      <StatRow stats={stats ? statsOf(stats, hasDates) : UNKNOWN} />
      {isEmpty && !note ? null : (
        <div className={css.chart}>
          {note ? <p className={`${css.chartNote} note`}>{note}</p> : null}
          {isEmpty ? null : <Chart days={stats?.days ?? []} />}
        </div>
      )}
    </section>
  );
}

/** What the chart shows without dates. */
const noteOf = (isEmpty = false) =>
  isEmpty ? 'Nothing sent in the last 30 days' : 'Sent and failed a day, the last 30 days';

const UNKNOWN: Stat[] = [
  { label: 'Total Campaigns', value: '–' },
  { label: 'Messages Sent', value: '–', mark: 'sent' },
  { label: 'Failed Messages', value: '–', mark: 'failed' },
  { label: 'Pending', value: '–', mark: 'pending' },
];

function statsOf(stats: DashboardStats, hasDates: boolean): Stat[] {
  const { campaigns, running, paused, sent, failed, pending } = stats;
  return [
    {
      label: 'Total Campaigns',
      value: formatCount(campaigns),
      note:
        formatParts([
          [running, 'running'],
          [paused, 'paused'],
        ]) || 'none under way',
    },
    {
      label: 'Messages Sent',
      value: formatCount(sent),
      note: sentNote(stats),
      mark: 'sent',
    },
    {
      label: 'Failed Messages',
      value: formatCount(failed),
      note: failedNote(stats),
      mark: 'failed',
    },
    {
      label: 'Pending',
      value: formatCount(pending),
      note: hasDates ? 'now, whatever the dates' : 'still to send',
      mark: 'pending',
    },
  ];
}

/** '97.1% of all attempts, 48 replied' */
function sentNote({ sent, failed, replied }: DashboardStats): string {
  if (sent + failed === 0) return 'no attempts yet';
  const words = `${formatPercent((100 * sent) / (sent + failed))} of all attempts`;
  return replied > 0 ? `${words}, ${formatCount(replied)} replied` : words;
}

/** '52 not found, 79 unclear, 12 failed': the parts of the figure above. */
function failedNote({ failed, not_found, uncertain }: DashboardStats): string {
  if (failed === 0) return 'none so far';
  const certain = failed - not_found - uncertain;
  return formatParts([
    [not_found, 'not found'],
    [uncertain, 'unclear'],
    [certain, 'failed'],
  ]);
}

/** One day of the dashboard's numbers; `day` is 'YYYY-MM-DD'. */
type ChartDay = { day: string; sent: number; failed: number };

const TOP = 10;
const PLOT = 176;
const DIGIT = 6.5;
const LABEL_GAP = 10;
const HEIGHT = 220;
const HALF_LABEL = 17;

/** Sent and failed messages a day as bars. One tab stop: arrows move through the days and announce them. */
function Chart({ days }: { days: ChartDay[] }) {
  const [frame, width] = useWidth();
  const [focused, setFocused] = useState<number>();
  const top = axisMaximum(Math.max(0, ...days.map(({ sent, failed }) => sent + failed)));
  const left = Math.ceil(LABEL_GAP + DIGIT * formatCount(top).length);
  const plotWidth = Math.max(0, width - left);
  const step = plotWidth / Math.max(days.length, 1);
  const every = dateStep(days.length, plotWidth);
  const day = focused === undefined ? undefined : days[focused];
  const move = (event: KeyboardEvent) => {
    const target = moved({ key: event.key, from: focused ?? days.length - 1, last: days.length - 1 });
    if (target === undefined) return;
    event.preventDefault();
    setFocused(target);
  };
  return (
    <div ref={frame} className={css.frame}>
      <svg
        width={width}
        height={HEIGHT}
        viewBox={`0 0 ${width} ${HEIGHT}`}
        role="img"
        aria-label={day ? sentence(day) : `Messages a day, ${days.length} days. Arrow keys read each day.`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the one tab stop of the chart
        tabIndex={0}
        onKeyDown={move}
        onFocus={() => setFocused((current) => current ?? days.length - 1)}
        onBlur={() => setFocused(undefined)}
        onPointerLeave={() => setFocused(undefined)}
      >
        {[1, 0.5, 0].map((part) => (
          <g key={part} transform={`translate(0 ${TOP + PLOT * (1 - part)})`}>
            <line x1={left} x2={width} className={css.line} />
            <text x={left - LABEL_GAP} y="4" textAnchor="end" className={css.label}>
              {formatCount(top * part)}
            </text>
          </g>
        ))}
        {days.map((one, index) => (
          <Bars
            key={one.day}
            day={one}
            left={left + step * index}
            step={step}
            top={top}
            labelled={(days.length - 1 - index) % every === 0}
            lastLabel={width - HALF_LABEL}
            lit={index === focused}
            onEnter={() => setFocused(index)}
          />
        ))}
      </svg>
      {day ? (
        <p className={css.tip} style={{ left: tipLeft(left + step * ((focused ?? 0) + 0.5), width) }}>
          {sentence(day)}
        </p>
      ) : null}
      <span className="visually-hidden" aria-live="polite">
        {day ? sentence(day) : ''}
      </span>
    </div>
  );
}

type BarsProps = {
  day: ChartDay;
  left: number;
  step: number;
  top: number;
  labelled: boolean;
  /** The rightmost position of the middle of a date at which it is not cut off. */
  lastLabel: number;
  lit: boolean;
  onEnter: () => void;
};

function Bars({ day, left, step, top, labelled, lastLabel, lit, onEnter }: BarsProps) {
  const width = Math.min(step / 2, 32);
  const x = left + (step - width) / 2;
  const sent = (PLOT * day.sent) / top;
  const failed = (PLOT * day.failed) / top;
  const base = TOP + PLOT;
  return (
    <g onPointerEnter={onEnter} data-lit={lit} className={css.day}>
      <rect x={left} y={TOP} width={step} height={PLOT} fill="transparent" />
      {sent > 0 ? <rect x={x} y={base - sent} width={width} height={sent} className={css.sent} /> : null}
      {failed > 0 ? (
        <rect
          x={x}
          y={base - sent - failed - 1}
          width={width}
          height={Math.max(failed, 1.5)}
          rx={Math.min(2, failed / 2)}
          className={css.failed}
        />
      ) : null}
      {labelled ? (
        <text
          x={Math.min(left + step / 2, lastLabel)}
          y={base + 20}
          textAnchor="middle"
          className={css.label}
        >
          {shortDay(day.day)}
        </text>
      ) : null}
    </g>
  );
}

function useWidth() {
  const frame = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    if (!frame.current) return;
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0));
    observer.observe(frame.current);
    return () => observer.disconnect();
  }, []);
  return [frame, width] as const;
}

function moved({ key, from, last }: { key: string; from: number; last: number }): number | undefined {
  if (key === 'ArrowLeft') return Math.max(0, from - 1);
  if (key === 'ArrowRight') return Math.min(last, from + 1);
  if (key === 'Home') return 0;
  return key === 'End' ? last : undefined;
}

function sentence({ day, sent, failed }: ChartDay): string {
  return `${shortDay(day)}: ${formatCount(sent)} sent, ${formatCount(failed)} failed`;
}

function shortDay(day: string): string {
  return `${day.slice(8, 10)}/${day.slice(5, 7)}`;
}

function tipLeft(center: number, width: number): number {
  return Math.min(Math.max(center, 90), Math.max(width - 90, 90));
}
