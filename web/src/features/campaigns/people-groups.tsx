import type { CampaignPeopleCounts, CampaignPerson } from '@pigeonpost/contract/calls/campaigns';
import { formatCount } from '../../format/format-number.ts';
import type { RowGroups } from '../../ui/table/row-group.tsx';
import css from './people.module.css';

type Kind = { words: string; note: string; count: keyof CampaignPeopleCounts };

const KINDS: Record<string, Kind> = {
  uncertain: {
    words: 'Unclear',
    note: 'Perhaps delivered. Nobody is written to again until you settle it: look into the conversation.',
    count: 'uncertain',
  },
  not_found: {
    words: 'Not found',
    note: 'Nothing was sent: there is no account of this name.',
    count: 'not_found',
  },
  failed: { words: 'Failed', note: 'Nothing was sent to them.', count: 'certainly_failed' },
};

/** What heads the kinds of people who were not delivered to; `settleAll` is given where all of them are meant. */
export function notDeliveredGroups(
  counts: CampaignPeopleCounts | undefined,
  settleAll: ((count: number) => Promise<void>) | undefined,
): RowGroups<CampaignPerson> {
  return {
    of: ({ state }) => state,
    head: (state) => {
      const kind = KINDS[state];
      if (!kind) return state;
      const count = counts?.[kind.count] ?? 0;
      return (
        <span className={css.group}>
          <b>{kind.words}</b> {formatCount(count)} <span>{kind.note}</span>
          {state === 'uncertain' && settleAll && count > 1 ? (
            <button type="button" className={css.settleAll} onClick={() => settleAll(count)}>
              Settle all {formatCount(count)}…
            </button>
          ) : null}
        </span>
      );
    },
  };
}
