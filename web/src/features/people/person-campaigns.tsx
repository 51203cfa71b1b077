import type { PersonCampaign } from '@pigeonpost/contract/calls/people';
import type { Answer } from '@pigeonpost/contract/client';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { statusWords } from '../../campaign-state/campaign-state.ts';
import { DeliveryState } from '../../campaign-state/delivery-state.tsx';
import { formatDay } from '../../format/format-time.ts';
import linkCss from '../../names/person-link.module.css';
import { paths } from '../../paths.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import type { FetchState } from '../../ui/feedback/error-state.tsx';
import { DateTime } from '../../ui/layout/time.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import type { Column } from '../../ui/table/table-columns.tsx';
import { formatTurn } from './format-turn.ts';
import css from './person.module.css';

const COLUMNS: Column<PersonCampaign>[] = [
  { head: 'Campaign', width: '32%', cell: (one) => <Campaign campaign={one} /> },
  { head: 'Outcome', cell: (one) => <Outcome campaign={one} /> },
  { head: 'Profile', width: '20%', cell: (one) => <Profile campaign={one} /> },
  { head: 'When', width: '148px', cell: (one) => <When campaign={one} /> },
];

type PersonCampaignsProps = {
  query: FetchState & { data: Answer<'GET /api/people/{name}'> | undefined };
  foot: ReactNode;
};

/** Each campaign's delivery to a person; those with the person in line come first. */
export function PersonCampaigns({ query, foot }: PersonCampaignsProps) {
  const lastMessage = query.data?.person.last_messaged_at;
  return (
    <DataTable
      label="What happened"
      title="What happened"
      columns={COLUMNS}
      rows={query.data?.campaigns}
      rowKey={({ campaign_id, list_name }) => `${campaign_id} ${list_name}`}
      query={query}
      failure="Failed to fetch this person"
      card={(one) => <CampaignCard campaign={one} />}
      empty={
        lastMessage ? (
          <EmptyState
            drawing="envelope"
            title="Nothing is left of it"
            sentence={`What wrote to this person on ${formatDay(lastMessage)} was deleted. No campaign is about to write.`}
          />
        ) : (
          <EmptyState
            drawing="envelope"
            title="Nothing yet"
            sentence="No campaign has written to this person, and none is about to."
          />
        )
      }
      foot={foot}
    />
  );
}

type CellProps = { campaign: PersonCampaign };

function Campaign({ campaign: { campaign_id, campaign_name, list_name } }: CellProps) {
  return (
    <>
      <Link
        to={paths.campaign}
        params={{ id: campaign_id }}
        className={`${linkCss.name} link one-line`}
        dir="auto"
      >
        {campaign_name}
      </Link>
      <p className="one-line note" title={list_name} dir="auto">
        {list_name}
      </p>
    </>
  );
}

function Outcome({ campaign }: CellProps) {
  const { state, reason, message } = campaign;
  const line = state === 'pending' ? formatTurn(campaign) : (reason ?? message);
  return (
    <>
      <DeliveryState state={state} />
      {line ? (
        <p className={`${css.reason} two-lines note`} title={line} dir="auto">
          {line}
        </p>
      ) : null}
    </>
  );
}

function Profile({ campaign: { profile_name } }: CellProps) {
  if (!profile_name) return <span className={`${css.quiet} dimmed`}>–</span>;
  return (
    <Link
      to={paths.profiles}
      search={{ search: profile_name }}
      className={`${linkCss.name} link one-line`}
      title={profile_name}
      dir="auto"
    >
      {profile_name}
    </Link>
  );
}

function When({ campaign: { state, campaign_status, standstill, at } }: CellProps) {
  if (state !== 'pending') {
    return (
      <span className={`${css.quiet} dimmed`}>
        <DateTime iso={at} />
      </span>
    );
  }
  return (
    <span
      className={`${css.quiet} dimmed`}
      data-needs={(standstill && standstill.kind !== 'by_you') || undefined}
    >
      {campaign_status === 'pending' ? 'Not started' : statusWords(campaign_status, standstill)}
    </span>
  );
}

function CampaignCard({ campaign }: CellProps) {
  return (
    <div className={css.card}>
      <div className="grow">
        <Campaign campaign={campaign} />
      </div>
      <div className={css.outcome}>
        <Outcome campaign={campaign} />
        <p className="one-line note">
          <When campaign={campaign} />
          {campaign.profile_name ? <span dir="auto">, {campaign.profile_name}</span> : null}
        </p>
      </div>
    </div>
  );
}
