import '../../theme/mono.ts';
import { IconChevronUp, IconTerminal2 } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { markLate } from '../../api/late-answers.ts';
import { useServerEvent } from '../../api/realtime.ts';
import { formatClockSeconds } from '../../format/format-time.ts';
import { paths } from '../../paths.ts';
import { useIsPhone } from '../../ui/layout/media.ts';
import { type LogData, logQuery } from './api.ts';
import css from './campaign-log.module.css';
import { formatLogLine } from './format-log-line.ts';
import { mergeLines } from './merge-lines.ts';
import { Chips, LiveBadge, OpenLog } from './open-log.tsx';

/**
 * The live log on every screen while a campaign is running or paused: a panel or a bar at the foot of the window, or a
 * button beside the page (docs/behaviour.md#campaign-log).
 */
export function CampaignLogPanel() {
  const { data } = useQuery(logQuery);
  const [state, setState] = usePanelState();
  useLiveLog();
  if (!data || data.campaigns.length === 0) return null;
  return (
    <section className={css.log} data-campaign-log={state} aria-label="Campaign log">
      <div className={css.panel} data-shape={state}>
        <Shape state={state} log={data} onChange={setState} />
      </div>
    </section>
  );
}

type ShapeProps = { state: PanelState; log: LogData; onChange: (next: PanelState) => void };

function Shape({ state, log, onChange }: ShapeProps) {
  if (state === 'open')
    return <OpenLog log={log} onCollapse={() => onChange('collapsed')} onClose={() => onChange('closed')} />;
  if (state === 'collapsed') return <CollapsedLog log={log} onOpen={() => onChange('open')} />;
  return (
    <button
      type="button"
      className={css.reopen}
      aria-label="Show the campaign log"
      title="Show the campaign log"
      onClick={() => onChange('open')}
    >
      <IconTerminal2 size={18} aria-hidden="true" />
    </button>
  );
}

/** Appends every line as it happens. The shell fetches the running and paused campaigns again when one changes. */
function useLiveLog(): void {
  const queries = useQueryClient();
  useServerEvent('campaign_log', (line) => {
    // There is nothing to append to yet, and the first answer may be older than this line.
    if (!queries.getQueryData(logQuery.queryKey)) markLate(queries, logQuery.queryKey);
    queries.setQueryData(logQuery.queryKey, (log) => log && { ...log, lines: mergeLines(log.lines, [line]) });
  });
  useServerEvent('campaign_update', ({ campaign_id, status }) => {
    queries.setQueryData(logQuery.queryKey, (log) => {
      if (!log || status !== 'deleted') return log;
      return { ...log, lines: log.lines.filter((line) => line.campaign_id !== campaign_id) };
    });
  });
}

const STATES = ['open', 'collapsed', 'closed'] as const;

/** Open with its lines, collapsed to the latest one, or closed to a button. */
type PanelState = (typeof STATES)[number];

const KEY = 'campaign-log';

/** What the user chose, in this browser. Until then it is open by itself where campaigns are watched. */
function usePanelState(): [PanelState, (next: PanelState) => void] {
  const isPhone = useIsPhone();
  const [chosen, setChosen] = useState(storedChoice);
  const path = useLocation({ select: ({ pathname }) => pathname });
  // A phone's sheet is opened for one screen only.
  const [sheetOf, setSheetOf] = useState('');
  const change = (next: PanelState) => {
    localStorage.setItem(KEY, next);
    setChosen(next);
    setSheetOf(next === 'open' ? path : '');
  };
  const state = chosen ?? (isWatched(path) ? 'open' : 'collapsed');
  return [isPhone && state === 'open' && sheetOf !== path ? 'collapsed' : state, change];
}

function storedChoice(): PanelState | undefined {
  const text = localStorage.getItem(KEY);
  return STATES.find((state) => state === text);
}

/** The dashboard, and the page of a campaign. */
function isWatched(path: string): boolean {
  return path === paths.dashboard || /^\/campaigns\/\d+$/.test(path);
}

/** The campaigns and the latest line; pressing the line opens the log. */
function CollapsedLog({ log, onOpen }: { log: LogData; onOpen: () => void }) {
  const latest = log.lines.at(-1);
  return (
    <div className={css.head}>
      <LiveBadge campaigns={log.campaigns} />
      <Chips campaigns={log.campaigns} />
      <button type="button" className={css.bar} aria-expanded={false} data-takes-focus onClick={onOpen}>
        {latest ? <span className={css.time}>{formatClockSeconds(latest.created_at)}</span> : null}
        <span className={`${css.latest} one-line grow`} dir="auto">
          {latest ? formatShort(latest) : 'Waiting for logs...'}
        </span>
        <span className="visually-hidden">Open the campaign log</span>
        <IconChevronUp size={16} aria-hidden="true" />
      </button>
    </div>
  );
}

function formatShort(line: LogData['lines'][number]): string {
  const { label, subject, message } = formatLogLine(line);
  const isOfCampaign = line.recipient === null && line.profile_name === null;
  return isOfCampaign && message ? `${label}, ${message}` : `${label} ${subject}`;
}
