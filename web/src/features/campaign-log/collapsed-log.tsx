import { IconChevronUp } from '@tabler/icons-react';
import { formatClockSeconds } from '../../format/format-time.ts';
import type { LogData } from './api.ts';
import css from './campaign-log.module.css';
import { formatLogLine } from './format-log-line.ts';
import { LiveBadge } from './live-badge.tsx';

/** The latest line alone; pressing it opens the log. */
export function CollapsedLog({ log, onOpen }: { log: LogData; onOpen: () => void }) {
  const latest = log.lines.at(-1);
  return (
    <button type="button" className={css.bar} aria-expanded={false} onClick={onOpen}>
      <LiveBadge campaigns={log.campaigns} />
      {latest ? <span className={css.time}>{formatClockSeconds(latest.created_at)}</span> : null}
      <span className={css.latest} dir="auto">
        {latest ? formatShort(latest) : 'Waiting for logs...'}
      </span>
      <span className="visually-hidden">Open the campaign log</span>
      <IconChevronUp size={16} aria-hidden="true" />
    </button>
  );
}

function formatShort(line: LogData['lines'][number]): string {
  const { label, subject, message } = formatLogLine(line);
  const isOfCampaign = line.recipient === null && line.profile_name === null;
  return isOfCampaign && message ? `${label}, ${message}` : `${label} ${subject}`;
}
