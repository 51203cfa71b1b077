import { randomUUID } from 'node:crypto';
import { LEASE_SECONDS } from '@pigeonpost/contract/agent';
import type { Blanks } from '@pigeonpost/contract/rules/unfit';
import type { EngineStep } from '../../database/engine/engine-step.ts';
import type { Deps } from '../../deps.ts';
import { stopPads } from '../../secrets/stop-pads.ts';
import type { EngineEvent } from '../publish.ts';
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
  const over = known.flatMap(({ call, claimed }) =>
    claimed.over.map((campaign_id) => ({ campaign_id, user_id: call.user_id })),
  );
  const expired = known.filter(({ next }) => !next.may_go_on).map(({ call }) => call.user_id);
  const hasLinks = leases.some(({ running }) => running.stop_link !== null);
  const isNothing = [leases, passed, cursors, over, expired].every(({ length }) => length === 0);
  const { changes, counted } = await followInStep(step, passed, now);
  const written = isNothing
    ? NOTHING_WRITTEN
    : await step.commit<Written>(WRITE, [
        now,
        JSON.stringify(leases.map(toLease)),
        hasLinks,
        changes,
        counted,
        JSON.stringify(cursors),
        JSON.stringify(over),
        `{${expired.join()}}`,
        hasLinks ? toBytes(stopPads(deps.secrets)[0]) : null,
      ]);
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

interface Written {
  events: EngineEvent[];
  /** With stop links: the values of each lease. */
  blanks: Blanks[] | null;
}
const NOTHING_WRITTEN: Written = { events: [], blanks: null };

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

function toAnswer({ row, next }: Asked, leases: NewLease[]): ClaimAnswer {
  const { epoch, mark, has_frozen, was_awaited, has_connected, requests } = row;
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
