import type { TestMessage, testCalls } from '@pigeonpost/contract/calls/tests';
import { pauseWords } from '@pigeonpost/contract/pauses';
import { ACCOUNT_AT_CAP, atCapText, LAST_CAMPAIGN_ID } from '@pigeonpost/contract/tests';
import type { Tx } from '../../database/transaction.ts';
import type { Deps } from '../../deps.ts';
import type { CampaignKey } from '../../engine/context.ts';
import { lockEngine } from '../../engine/engine-lock.ts';
import { showTests } from '../../engine/show-tests.ts';
import { startCampaign } from '../../engine/start/start.ts';
import { notFound } from '../../errors.ts';
import type { Routes } from '../../http/handler.ts';
import { createTest } from './create-test.ts';
import { findTest, type TestRow } from './queries.ts';

/** One message to oneself, by way of the engine (docs/behaviour.md#tests). */
export function testRoutes(deps: Deps): Routes<typeof testCalls> {
  const { clock } = deps;
  return {
    'POST /api/tests': async ({ tx, afterCommit, caller, body }) => {
      const context = { tx, afterCommit, deps };
      const user_id = caller.user.id;
      await lockEngine(context, { user_ids: [user_id] });
      const key = await createTest(tx, { user_id, ...body, secrets: deps.secrets, now: clock.now() });
      await startCampaign(context, key);
      return { test: await readTest(tx, key, clock.now()) };
    },

    'GET /api/tests/{id}': async ({ tx, caller, params }) => {
      await showTests(tx);
      const key = { user_id: caller.user.id, campaign_id: LAST_CAMPAIGN_ID + params.id };
      return { test: await readTest(tx, key, clock.now()) };
    },
  };
}

async function readTest(tx: Tx, key: CampaignKey, now: Date): Promise<TestMessage> {
  const row = await findTest(tx, { ...key, now });
  if (!row) throw notFound('Test not found');
  const { profile_name, recipient, at } = row;
  return { id: key.campaign_id - LAST_CAMPAIGN_ID, ...stateOf(row), at, profile_name, recipient };
}

/** What a person hears of a test. */
function stateOf(row: TestRow): Pick<TestMessage, 'state' | 'reason'> {
  const { state, reason, status, pause, is_late } = row;
  if (state === 'sent') return { state: 'sent', reason: null };
  if (state === 'uncertain') return { state: 'unclear', reason };
  if (state === 'not_found') return { state: 'failed', reason: `The site does not know ${row.recipient}.` };
  if (status === 'running')
    return state === 'leased' || state === 'sending'
      ? { state: 'sending', reason: null }
      : { state: 'waiting', reason: waitOf(row) };
  return { state: 'failed', reason: reason ?? (is_late ? TOO_LATE : pause && pauseWords(pause)) };
}

const TOO_LATE = 'No agent took it in time. Nothing was sent.';

function waitOf({ is_frozen, pauses_until, profile_name, ...row }: TestRow): string | null {
  if (is_frozen) return 'Nothing is sent before you continue after the restore.';
  if (!row.has_room) return atCapText(profile_name);
  if (!row.account_has_room) return ACCOUNT_AT_CAP;
  return pauses_until && `${profile_name} pauses after its last message until ${pauses_until}.`;
}
