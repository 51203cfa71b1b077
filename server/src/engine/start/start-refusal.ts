import type { StartRefusal } from '@pigeonpost/contract/calls/campaigns';
import { campaignCan, conflictText } from '@pigeonpost/contract/campaigns';
import { type StartProblem, startProblemWords } from '@pigeonpost/contract/campaigns/start-problems';
import { hasMomentPassed, type StartRefusalKind } from '@pigeonpost/contract/campaigns/start-refusals';
import { listsOfImport } from '../../database/locks.ts';
import type { Tx } from '../../database/transaction.ts';
import { conflict, type RefusalError } from '../../errors.ts';
import { findLinkProblem, type LinkProblem, linkRefusal } from '../read-text.ts';
import { listStartables, type Startable } from './start-queries.ts';

export interface Refused {
  kind: StartRefusalKind;
  /** The answer to somebody who pressed Start. */
  error: RefusalError;
  /** Why, where nobody pressed it. */
  problem: StartProblem;
}

const refused = (
  kind: StartRefusalKind,
  problem: StartProblem,
  error = conflict(startProblemWords(problem)),
): Refused => ({ kind, error, problem });

type Campaigns = { user_id: number; campaign_ids: number[] };

/** All that decides whether a campaign may start, known before its list's lock is held. */
type Candidate = Startable & {
  /** Why the stop link in its text cannot work. */
  link_problem: LinkProblem | undefined;
  /** Whether names are being imported into its list. */
  is_importing: boolean;
};

/** Reads what decides whether these campaigns may start; without those that are deleted or another user's. */
export async function readCandidates(tx: Tx, { user_id, campaign_ids }: Campaigns): Promise<Candidate[]> {
  const campaigns = await listStartables(tx, { user_id, campaign_ids });
  const hasLink = campaigns.some(({ asked_blank }) => asked_blank?.is_link);
  const link_problem = hasLink ? await findLinkProblem(tx, user_id) : undefined;
  const isFirst = campaigns.some(({ is_marked, list_id }) => !is_marked && list_id !== null);
  const isOfImport = isFirst ? await listsOfImport(tx, user_id) : () => false;
  return campaigns.map((campaign) => ({
    ...campaign,
    link_problem,
    is_importing: campaign.list_id !== null && isOfImport(campaign.list_id),
  }));
}

/**
 * Why a start of each of these campaigns would be refused now, by id; one whose start would not be is left out
 * (docs/engine.md#campaign-states).
 */
export async function findStartRefusals(
  tx: Tx,
  campaigns: Campaigns,
  now: Date,
): Promise<ReadonlyMap<number, StartRefusal>> {
  const candidates = campaigns.campaign_ids.length > 0 ? await readCandidates(tx, campaigns) : [];
  return new Map(
    candidates.flatMap((campaign) => {
      const found = judgeStart(campaign, now) ?? judgePending(campaign);
      return found ? [[campaign.id, { kind: found.kind, words: found.error.body.error }] as const] : [];
    }),
  );
}

/** The same before the list's lock is held, without which its pending people are not counted. */
export function judgeStart(campaign: Candidate, now: Date): Refused | undefined {
  const { status, is_draft, not_after, is_marked } = campaign;
  if (!campaignCan('start', status)) return refused('ended', { kind: 'ended' });
  if (is_draft) return refused('draft', { kind: 'draft' });
  if (hasMomentPassed(not_after, now)) return refused('last_moment', { kind: 'last_moment' });
  return judgeText(campaign) ?? judgeProfiles(campaign) ?? (is_marked ? undefined : judgeList(campaign));
}

/** That nobody of the list is left to write to, before the first start. */
export function judgePending({ is_marked, pending }: Startable): Refused | undefined {
  return is_marked || pending > 0 ? undefined : refused('nobody', { kind: 'nobody' });
}

function judgeText({ asked_blank, link_problem }: Candidate): Refused | undefined {
  if (asked_blank === null) return undefined;
  if (asked_blank.is_link)
    return link_problem && refused('stop_link', link_problem, linkRefusal(link_problem));
  const problem = { kind: 'unknown_blank', blank: asked_blank.name } as const;
  return refused('text', problem, conflict(startProblemWords(problem), { code: 'unknown_blank' }));
}

function judgeProfiles({ eligible_profiles, taken }: Startable): Refused | undefined {
  if (eligible_profiles === 0) return refused('profiles', { kind: 'profiles' });
  const testing = taken.filter(({ is_testing }) => is_testing);
  const conflicting_profiles = taken
    .filter(({ is_testing }) => !is_testing)
    .map(({ name, campaign }) => ({ name, campaign }));
  if (conflicting_profiles.length > 0)
    return refused(
      'taken',
      { kind: 'taken', profiles: conflicting_profiles },
      conflict(conflictText(conflicting_profiles, 'start'), { conflicting_profiles }),
    );
  if (testing.length > 0)
    return refused('busy', { kind: 'testing', profiles: testing.map(({ name }) => name) });
  return undefined;
}

function judgeList({
  list_id,
  requeueing,
  is_retrying,
  is_undoing,
  is_importing,
}: Candidate): Refused | undefined {
  if (list_id === null) return refused('list', { kind: 'list_deleted' });
  // Before the names are all back, only a part of the list would get the message.
  if (requeueing > 0) return refused('busy', { kind: 'requeueing', people: requeueing });
  if (is_retrying) return refused('busy', { kind: 'retrying' });
  if (is_undoing) return refused('busy', { kind: 'undoing' });
  return is_importing ? refuseBusyList() : undefined;
}

/** That an import, or other work on its list, is under way. */
export const refuseBusyList = (): Refused => refused('busy', { kind: 'list_busy' });
