import type { CampaignPerson } from '@pigeonpost/contract/calls/campaigns';
import { DateTime } from '../../ui/layout/time.tsx';
import type { Column } from '../../ui/table/table-columns.tsx';
import { PersonLink } from '../people/parts/person-link.tsx';
import { DeliveryState } from './parts/delivery-state.tsx';
import css from './people.module.css';
import { SettleMenu } from './settle.tsx';

/** The columns of a campaign's people. */
export const PEOPLE_COLUMNS: Column<CampaignPerson>[] = [
  { head: 'Recipient', width: '28%', narrow: '38%', cell: (person) => <Name person={person} /> },
  { head: 'Outcome', cell: (person) => <Outcome person={person} /> },
  {
    head: 'Profile',
    width: '20%',
    narrow: 'gone',
    cell: ({ profile_name }) => (
      <span className={css.profile} title={profile_name ?? undefined} dir="auto">
        {profile_name ?? '–'}
      </span>
    ),
  },
  {
    head: 'When',
    width: '148px',
    narrow: 'gone',
    cell: ({ at }) => (
      <span className={css.quiet}>
        <DateTime iso={at} />
      </span>
    ),
  },
];

/** The same where some are unclear, which their owner may settle. */
export const UNCLEAR_COLUMNS: Column<CampaignPerson>[] = [
  ...PEOPLE_COLUMNS,
  { head: '', width: '72px', align: 'right', cell: (person) => <SettleMenu person={person} /> },
];

/** A person of a campaign on a phone. */
export function PersonCard({ person }: { person: CampaignPerson }) {
  return (
    <div className={css.card}>
      <div className={css.words}>
        <Name person={person} />
        <Outcome person={person} />
      </div>
      <SettleMenu person={person} />
    </div>
  );
}

function Name({ person: { recipient, profile_name, at } }: { person: CampaignPerson }) {
  return (
    <>
      {recipient === null ? (
        <span className={css.quiet}>Deleted from the list</span>
      ) : (
        <PersonLink name={recipient} />
      )}
      <p className={css.second}>
        {at ? <DateTime iso={at} /> : null}
        {profile_name ? <span dir="auto">{profile_name}</span> : null}
      </p>
    </>
  );
}

function Outcome({ person: { state, reason, retry_at } }: { person: CampaignPerson }) {
  return (
    <>
      <DeliveryState state={state} />
      {reason || retry_at ? (
        <p className={css.reason} title={reason ?? undefined} dir="auto">
          {reason}
          {state === 'waiting' && retry_at ? (
            <span>
              {' '}
              Not before <DateTime iso={retry_at} />
            </span>
          ) : null}
        </p>
      ) : null}
    </>
  );
}
