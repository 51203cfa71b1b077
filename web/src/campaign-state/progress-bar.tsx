import { formatCount } from '../format/format-number.ts';
import { Counts } from '../ui/layout/counts.tsx';
import type { Progress } from './progress.ts';
import css from './progress-bar.module.css';

type ProgressBarProps = Progress & {
  /** Hatches the rest. */
  running?: boolean;
  /** 12 px instead of 6, on the campaign's own page. */
  thick?: boolean;
};

/** Sent blue, failed red, the rest grey; its accessible name is a sentence. */
export function ProgressBar({ total, sent, failed, running, thick }: ProgressBarProps) {
  const all = Math.max(total, sent + failed, 1);
  const pending = Math.max(total - sent - failed, 0);
  const words = `${formatCount(sent)} sent, ${formatCount(failed)} failed, ${formatCount(pending)} pending of ${formatCount(total)}`;
  return (
    <div className={css.bar} role="img" aria-label={words} data-running={running} data-thick={thick}>
      {sent > 0 ? <span className={css.sent} style={{ width: `${(100 * sent) / all}%` }} /> : null}
      {failed > 0 ? <span className={css.failed} style={{ width: `${(100 * failed) / all}%` }} /> : null}
    </div>
  );
}

/** How many were sent, failed and are pending; and how many replied, if any did. */
export function ProgressCounts({
  total,
  sent,
  failed,
  unclear = 0,
  replied = 0,
}: Progress & { replied?: number }) {
  const pending = Math.max(total - sent - failed, 0);
  const note = unclear > 0 ? `${formatCount(unclear)} unclear` : undefined;
  return (
    <Counts
      counts={[
        { count: sent, word: 'sent' },
        { count: failed, word: 'failed', isBad: failed > 0, note },
        { count: pending, word: 'pending' },
        ...(replied > 0 ? [{ count: replied, word: 'replied' }] : []),
      ]}
    />
  );
}
