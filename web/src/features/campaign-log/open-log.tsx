import type { CampaignLog } from '@pigeonpost/contract/calls/campaigns';
import { ERASED_NAME } from '@pigeonpost/contract/people/erasures';
import { IconChevronDown, IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { memo, useLayoutEffect, useRef, useState } from 'react';
import { statusWords } from '../../campaign-state/campaign-state.ts';
import { formatClockSeconds, formatFull } from '../../format/format-time.ts';
import { paths } from '../../paths.ts';
import type { LogData } from './api.ts';
import css from './campaign-log.module.css';
import { formatLogLine } from './format-log-line.ts';

type OpenLogProps = { log: LogData; onCollapse: () => void; onClose: () => void };

/** The running and paused campaigns over the last lines; it follows new lines only while its end is visible. */
export function OpenLog({ log, onCollapse, onClose }: OpenLogProps) {
  const { scroller, isAtEnd, onScroll, goToEnd } = useFollow();
  return (
    <>
      <header className={css.head}>
        <LiveBadge campaigns={log.campaigns} />
        <Chips campaigns={log.campaigns} />
        <button
          type="button"
          className={css.iconButton}
          aria-label="Collapse the log"
          aria-expanded
          data-takes-focus
          onClick={onCollapse}
        >
          <IconChevronDown size={16} />
        </button>
        <button type="button" className={css.iconButton} aria-label="Close the log" onClick={onClose}>
          <IconX size={16} />
        </button>
      </header>
      <div
        ref={scroller}
        className={css.lines}
        role="log"
        aria-live="off"
        aria-label="Log lines"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
        tabIndex={0}
        onScroll={onScroll}
      >
        {log.lines.length === 0 ? <p className={css.waiting}>Waiting for logs...</p> : null}
        {log.lines.map((line) => (
          <LogLine key={line.id} line={line} />
        ))}
      </div>
      {isAtEnd ? null : (
        <button type="button" className={css.toEnd} onClick={goToEnd}>
          Latest lines
        </button>
      )}
    </>
  );
}

/** Time, label, subject, reason, campaign and profile. */
const LogLine = memo(function LogLine({ line }: { line: CampaignLog }) {
  const { label, subject, message, context } = formatLogLine(line);
  return (
    <div className={css.line}>
      <time className={css.time} dateTime={line.created_at} title={formatFull(line.created_at)}>
        {formatClockSeconds(line.created_at)}
      </time>
      <span className={css.label} data-action={line.action}>
        {label}
      </span>
      <div className={css.what}>
        <p className={css.subject} dir="auto">
          {line.recipient && line.recipient !== ERASED_NAME && line.action !== 'profile_blocked' ? (
            <Link to={paths.person} params={{ name: line.recipient }} className={css.person}>
              {subject}
            </Link>
          ) : (
            subject
          )}
        </p>
        {message ? <p className={css.message}>{message}</p> : null}
        {context ? (
          <p className={css.context} dir="auto">
            {context}
          </p>
        ) : null}
      </div>
    </div>
  );
});

/** The tolerance in pixels for 'at the end', because scrolling stops at fractions. */
const END_SLACK_PX = 8;

/** Keeps a scroller at its end as its content grows, unless the reader has scrolled up. */
function useFollow() {
  const scroller = useRef<HTMLDivElement>(null);
  const [isAtEnd, setAtEnd] = useState(true);
  const goToEnd = () => {
    setAtEnd(true);
    scroller.current?.scrollTo({ top: scroller.current.scrollHeight });
  };
  const onScroll = () => {
    const element = scroller.current;
    if (!element) return;
    setAtEnd(element.scrollHeight - element.scrollTop - element.clientHeight <= END_SLACK_PX);
  };
  // No dependency list: any render may make it longer.
  useLayoutEffect(() => {
    if (isAtEnd) scroller.current?.scrollTo({ top: scroller.current.scrollHeight });
  });
  return { scroller, isAtEnd, onScroll, goToEnd };
}

/** The campaigns at work, each a link to its page. */
export function Chips({ campaigns }: { campaigns: LogData['campaigns'] }) {
  return (
    <ul className={css.chips} aria-label="Campaigns at work">
      {campaigns.map(({ id, name, status, standstill }) => (
        <li key={id}>
          <Link
            to={paths.campaign}
            params={{ id }}
            className={css.chip}
            title={statusWords(status, standstill)}
          >
            <span className={css.dot} data-status={standstill ? 'paused' : status} />
            <bdi>{name}</bdi>
            <span className="visually-hidden">
              , {status}
              {standstill ? `, ${standstill.words}` : ''}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** LIVE while any campaign runs. */
export function LiveBadge({ campaigns }: { campaigns: LogData['campaigns'] }) {
  if (!campaigns.some(({ status }) => status === 'running')) return null;
  return (
    <span className={css.live}>
      <span className={css.dot} data-status="running" />
      LIVE
    </span>
  );
}
