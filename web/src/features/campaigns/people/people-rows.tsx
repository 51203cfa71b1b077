import type { CampaignPeopleCounts, CampaignPerson } from '@pigeonpost/contract/calls/campaigns';
import { IconMessageReply } from '@tabler/icons-react';
import { DeliveryState } from '../../../campaign-state/delivery-state.tsx';
import { formatCount } from '../../../format/format-number.ts';
import { PersonLink } from '../../../names/person-link.tsx';
import { Badge } from '../../../ui/feedback/badge.tsx';
import { DateTime } from '../../../ui/layout/time.tsx';
import type { RowGroups } from '../../../ui/table/row-group.tsx';
import type { Column } from '../../../ui/table/table-columns.tsx';
import css from './people.module.css';
import { SettleButtons } from './settle.tsx';
import { PersonMenu, PutBackButton } from './take-out.tsx';

/** The columns of a campaign's people. */
export const PEOPLE_COLUMNS: Column<CampaignPerson>[] = [
  { head: 'Recipient', width: '22%', narrow: '30%', cell: (person) => <Name person={person} /> },
  {
    head: 'Outcome',
    width: '132px',
    cell: ({ state }) => <DeliveryState state={state} />,
  },
  { head: 'Why', cell: (person) => <Why person={person} /> },
  {
    head: 'Profile',
    width: '15%',
    narrow: 'gone',
    cell: ({ profile_name }) => (
      <span className={`${css.profile} one-line`} title={profile_name ?? undefined} dir="auto">
        {profile_name ?? '–'}
      </span>
    ),
  },
  {
    head: 'When',
    width: '140px',
    narrow: 'gone',
    cell: ({ at }) => (
      <span className="dimmed">
        <DateTime iso={at} />
      </span>
    ),
  },
];

/** The same with unclear ones, which their owner may settle. */
export const UNCLEAR_COLUMNS: Column<CampaignPerson>[] = [
  ...PEOPLE_COLUMNS,
  { head: '', width: '184px', align: 'right', cell: (person) => <SettleButtons person={person} /> },
];

/** The same with people who may be taken out of the campaign. */
export const PENDING_COLUMNS: Column<CampaignPerson>[] = [
  ...PEOPLE_COLUMNS,
  { head: '', width: '56px', align: 'right', cell: (person) => <PersonMenu person={person} /> },
];

/** The same with people who were taken out and may be put back. */
export const SKIPPED_COLUMNS: Column<CampaignPerson>[] = [
  ...PEOPLE_COLUMNS,
  { head: '', width: '112px', align: 'right', cell: (person) => <PutBackButton person={person} /> },
];

/** A person of a campaign on a phone. */
export function PersonCard({ person }: { person: CampaignPerson }) {
  return (
    <div className={`${css.card} grow`}>
      <div className={`${css.words} grow`}>
        <Name person={person} />
        <DeliveryState state={person.state} />
        <Why person={person} />
        <SettleButtons person={person} />
        <PutBackButton person={person} />
      </div>
      <PersonMenu person={person} />
    </div>
  );
}

function Name({ person: { recipient, profile_name, at } }: { person: CampaignPerson }) {
  return (
    <>
      {recipient === null ? (
        <span className="dimmed">Deleted from the list</span>
      ) : (
        <PersonLink name={recipient} />
      )}
      <p className={`${css.second} dimmed`}>
        {at ? <DateTime iso={at} /> : null}
        {profile_name ? <span dir="auto">{profile_name}</span> : null}
      </p>
    </>
  );
}

/** Why it was not sent, when it is tried again, or when the person replied. */
function Why({ person: { state, reason, retry_at, replied_at } }: { person: CampaignPerson }) {
  if (replied_at) return <Replied at={replied_at} />;
  if (!reason && !retry_at) return null;
  return (
    <span className="dimmed two-lines" title={reason ?? undefined} dir="auto">
      {reason}
      {state === 'waiting' && retry_at ? (
        <span>
          {' '}
          Not before <DateTime iso={retry_at} />
        </span>
      ) : null}
    </span>
  );
}

function Replied({ at }: { at: string }) {
  return (
    <span className={css.replied}>
      <Badge tone="completed" dense icon={<IconMessageReply size={12} aria-hidden="true" />}>
        <span>
          Replied <DateTime iso={at} />
        </span>
      </Badge>
    </span>
  );
}

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

/** The headings of the kinds of 'Not delivered'; `settleAll` is given if all of them are meant. */
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
            <button type="button" className={`${css.settleAll} text-button`} onClick={() => settleAll(count)}>
              Settle all {formatCount(count)}…
            </button>
          ) : null}
        </span>
      );
    },
  };
}
