import { randomUUID } from 'node:crypto';
import { LEASE_SECONDS } from '@pigeonpost/contract/agent';
import type { Blanks } from '@pigeonpost/contract/rules/unfit';
import type { EngineStep } from '../../database/engine/engine-step.ts';
import type { Deps } from '../../deps.ts';
import { stopPads } from '../../secrets/stop-pads.ts';
import { commitAndJudge, type ToJudge, type Written } from '../pause-and-complete.ts';
import { followInStep } from '../write-changes.ts';
import type { Asked, ClaimAnswer, OwnClaim } from './work-call.ts';

const WRITE = 'record_claims';

interface Writing {
  deps: Deps;
  asked: (Asked | null)[];
  now: number;
}

/** Writes what was decided of all calls, and gives their answers. */
export async function writeClaims(step: EngineStep, { deps, asked, now }: Writing) {
  const known = asked.filter((one) => one !== null);
  const leases = known.flatMap(({ call, claimed }) =>
    claimed.chosen.map((one) => ({
      ...one,
      user_id: call.user_id,
      agent_id: call.agent_id,
      token: randomUUID(),
    })),
  );
  const passed = known.flatMap(({ call, claimed }) =>
    claimed.passed_over.map((one) => ({ ...one, user_id: call.user_id })),
  );
  const cursors = known.flatMap(({ call, claimed }) =>
    claimed.cursors.map((one) => ({ ...one, user_id: call.user_id })),
  );
  const toJudge = known.flatMap(findToJudge);
  const hasLinks = leases.some(({ running }) => running.stop_link !== null);
  const isNothing = [leases, passed, cursors, toJudge].every(({ length }) => length === 0);
  const { changes, counted } = await followInStep(step, passed, now);
  const written = isNothing
    ? NOTHING_WRITTEN
    : await commitAndJudge<WrittenClaims>(step, {
        name: WRITE,
        args: [
          now,
          JSON.stringify(leases.map(toLease)),
          hasLinks,
          changes,
          counted,
          JSON.stringify(cursors),
          hasLinks ? toBytes(stopPads(deps.secrets)[0]) : null,
        ],
        toJudge,
        now,
      });
  const filled = leases.map((lease, ord) => ({ ...lease, blanks: written.blanks?.[ord] ?? lease.blanks }));
  const answers = asked.map(
    (one) =>
      one &&
      toAnswer(
        one,
        filled.filter(({ user_id }) => user_id === one.call.user_id),
      ),
  );
  return { answers: answers.map((one) => one ?? undefined), events: written.events };
}

interface WrittenClaims extends Written {
  /** With stop links: the values of each lease. */
  blanks: Blanks[] | null;
}
const NOTHING_WRITTEN: WrittenClaims = { events: [], courses: null, blanks: null };

/** Campaigns that may be over by this claim, or all of a user who may not send. */
function findToJudge({ call: { user_id }, facts, claimed, next }: Asked): ToJudge[] {
  const { over, passed_over, chosen } = claimed;
  const ofUser: ToJudge[] = next.may_go_on ? [] : [{ user_id }];
  const left = facts.running.filter(({ campaign: { id }, in_work }) => {
    const passed = passed_over.filter(({ campaign_id }) => campaign_id === id);
    const isTried = over.includes(id) || passed.length > 0;
    // Of those who are in work, only who was to be tried again is passed over.
    return isTried && in_work <= passed.length && !chosen.some(({ running }) => running.campaign.id === id);
  });
  return [...ofUser, ...left.map(({ campaign }) => ({ user_id, campaign_id: campaign.id }))];
}

const toBytes = (key: Buffer | undefined) => (key ? `\\x${key.toString('hex')}` : null);

type NewLease = OwnClaim['chosen'][number] & {
  user_id: number;
  agent_id: number;
  token: string;
};

/** A row of the type `lease` (server/functions/engine/types.sql). */
const toLease = ({ running, sender, ...lease }: NewLease) => ({
  ...lease,
  campaign_id: running.campaign.id,
  profile_id: sender.profile.id,
});

function toAnswer({ row, copy, next }: Asked, leases: NewLease[]): ClaimAnswer {
  const { was_awaited, has_connected, requests } = row;
  const { epoch, mark, has_frozen } = copy;
  const { next_at, is_quiet } = next;
  return {
    epoch,
    mark,
    has_frozen,
    was_awaited,
    has_connected,
    requests,
    next_at,
    is_quiet,
    deliveries: leases.map(toDelivery),
  };
}

function toDelivery({ token, running, sender, recipient_id, recipient, blanks }: NewLease) {
  const { profile, profile_name, profile_path, insta_username, granted } = sender;
  const { campaign, name, template_content } = running;
  return {
    token,
    campaign_id: campaign.id,
    campaign_name: name,
    recipient_id,
    recipient,
    template_content,
    parts: campaign.parts,
    blanks,
    profile: { id: profile.id, profile_name, profile_path, insta_username },
    lease_seconds: LEASE_SECONDS,
    grant_number: granted + 1,
  };
}
