import type { CampaignLog } from '@pigeonpost/contract/calls/campaigns';
import { memo } from 'react';
import { formatClockSeconds, formatDateTime } from '../../ui/format-time.ts';
import css from './campaign-log.module.css';
import { lineWords } from './line-words.ts';

/** Time, label, who, why, and the campaign and profile it belongs to. */
export const LogLine = memo(function LogLine({ line }: { line: CampaignLog }) {
  const { label, subject, message, context } = lineWords(line);
  return (
    <div className={css.line}>
      <time className={css.time} dateTime={line.created_at} title={formatDateTime(line.created_at)}>
        {formatClockSeconds(line.created_at)}
      </time>
      <span className={css.label} data-action={line.action}>
        {label}
      </span>
      <div>
        <p className={css.subject}>{subject}</p>
        {message ? <p className={css.message}>{message}</p> : null}
        {context ? <p className={css.context}>{context}</p> : null}
      </div>
    </div>
  );
});
