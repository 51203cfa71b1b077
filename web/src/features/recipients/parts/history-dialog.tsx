import type { HistoryEntry } from '@pigeonpost/contract/calls/recipients';
import { shownName } from '@pigeonpost/contract/recipients';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { paths } from '../../../paths.ts';
import { DialogFrame } from '../../../ui/feedback/dialog-frame.tsx';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { DateTime } from '../../../ui/layout/time.tsx';
import { DeliveryState } from '../../campaigns/parts/delivery-state.tsx';
import { historyQuery } from '../api.ts';
import css from './history-button.module.css';

type HistoryDialogProps = { id: number; name: string; onClose: () => void };

/** What each campaign did for one person, the newest first (docs/behaviour.md#a-campaigns-people). */
export function HistoryDialog({ id, name, onClose }: HistoryDialogProps) {
  const { data, error, refetch } = useQuery(historyQuery(id));
  return (
    <DialogFrame title={shownName(name)} size="wide" onClose={onClose}>
      {!data && error ? (
        <ErrorState title="Failed to fetch the history" error={error} onRetry={refetch} />
      ) : (
        <section
          className={css.entries}
          aria-label={`History of ${shownName(name)}`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
          tabIndex={0}
          data-autofocus
        >
          {data?.history.length === 0 ? (
            <p className={css.quiet}>No campaign has written to this person yet.</p>
          ) : null}
          <ul>
            {data?.history.map((entry) => (
              <Entry key={`${entry.campaign_id}-${entry.list_name}`} entry={entry} onLeave={onClose} />
            ))}
          </ul>
        </section>
      )}
    </DialogFrame>
  );
}

function Entry({ entry, onLeave }: { entry: HistoryEntry; onLeave: () => void }) {
  const { campaign_id, campaign_name, list_name, state, reason, profile_name, at } = entry;
  return (
    <li className={css.entry}>
      <Link
        to={paths.campaign}
        params={{ id: campaign_id }}
        className={css.campaign}
        dir="auto"
        onClick={onLeave}
      >
        {campaign_name}
      </Link>
      <DateTime iso={at} />
      <p className={css.quiet} dir="auto">
        {profile_name ? `${list_name}, by ${profile_name}` : list_name}
      </p>
      <DeliveryState state={state} />
      {reason ? (
        <p className={css.reason} dir="auto">
          {reason}
        </p>
      ) : null}
    </li>
  );
}
