import { IconChevronDown, IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { paths } from '../../paths.ts';
import type { LogData } from './api.ts';
import css from './campaign-log.module.css';
import { LiveMark } from './live-mark.tsx';
import { LogLine } from './log-line.tsx';
import { useFollow } from './use-follow.ts';

type OpenLogProps = { log: LogData; onCollapse: () => void; onClose: () => void };

/** Chips of the campaigns at work over the last lines; it follows only while its end is in sight. */
export function OpenLog({ log, onCollapse, onClose }: OpenLogProps) {
  const { scroller, isAtEnd, onScroll, goToEnd } = useFollow(log.lines);
  return (
    <>
      <header className={css.head}>
        <LiveMark campaigns={log.campaigns} />
        <ul className={css.chips} aria-label="Campaigns at work">
          {log.campaigns.map(({ id, name, status }) => (
            <li key={id}>
              <Link to={paths.campaign(id)} className={css.chip}>
                <span className={css.dot} data-status={status} />
                {name}
                <span className={css.unseen}>, {status}</span>
              </Link>
            </li>
          ))}
        </ul>
        <button
          type="button"
          className={css.iconButton}
          aria-label="Collapse the log"
          aria-expanded
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
