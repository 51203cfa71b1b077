import {
  ACCOUNT_AT_CAP,
  atCapText,
  ENOUGH_TESTS,
  onDoNotContactText,
  sendsCampaignText,
  sendsTestText,
  TESTS_A_DAY,
  unfitTestText,
} from '@pigeonpost/contract/tests';
import { getNameRules } from '../../database/sql/name-rules.ts';
import type { Tx } from '../../database/transaction.ts';
import type { Deps } from '../../deps.ts';
import type { CampaignKey } from '../../engine/context.ts';
import { readText } from '../../engine/read-text.ts';
import { insertTest } from '../../engine/test-queries.ts';
import { badRequest, conflict, notFound, tooMany } from '../../errors.ts';
import { isOnDoNotContact } from '../do-not-contact/queries.ts';
import { refuseErased } from '../erasures/erased-names.ts';
import { getRecipientName } from '../recipients/name.ts';
import { findContent } from '../templates/queries.ts';
import { countTestsToday, findTestProfile, findUnfit, rememberOwnName, type TestProfile } from './queries.ts';

interface WantedTest {
  user_id: number;
  profile_id: number;
  recipient: string;
  message_template_id?: number | undefined;
  text?: string | undefined;
  secrets: Deps['secrets'];
  now: Date;
}

/**
 * Makes a test, not started, and keeps to whom it goes (docs/behaviour.md#tests). Needs the engine's lock. Throws errors
 * for people.
 */
export async function createTest(tx: Tx, wanted: WantedTest): Promise<CampaignKey> {
  const { user_id, profile_id, now } = wanted;
  const profile = await findTestProfile(tx, { user_id, id: profile_id, now });
  if (!profile) throw notFound('Profile not found');
  const content = await readContent(tx, wanted);
  const recipient = getRecipientName(wanted.recipient, await getNameRules(tx, user_id));
  checkAble(profile);
  if (await isOnDoNotContact(tx, { user_id, recipient })) throw conflict(onDoNotContactText(recipient));
  await refuseErased(tx, wanted.secrets, { user_id, name: recipient });
  const text = await readText(tx, { user_id, content });
  const unfit = text.parts && (await findUnfit(tx, { user_id, parts: text.parts, recipient }));
  if (unfit) throw badRequest(unfitTestText({ recipient, unfit }));
  const { made, seconds_left } = await countTestsToday(tx, { user_id, now });
  if (made >= TESTS_A_DAY) throw tooMany(ENOUGH_TESTS, seconds_left);
  await rememberOwnName(tx, { user_id, own_name: recipient });
  return insertTest(tx, { user_id, profile_id, recipient, text, now });
}

async function readContent(
  tx: Tx,
  { user_id, message_template_id: id, text = '' }: WantedTest,
): Promise<string> {
  if (id === undefined) return text;
  const content = await findContent(tx, { user_id, id });
  if (content === undefined) throw notFound('Template not found');
  return content;
}

/** 409 where the profile could not send the test now. */
function checkAble({ profile_name, ...profile }: TestProfile): void {
  if (!profile.is_active) throw conflict(`${profile_name} is switched off. Switch it on first.`);
  if (profile.is_blocked) throw conflict(`${profile_name} is blocked. Resume it first.`);
  if (profile.is_signed_out)
    throw conflict(`${profile_name} is signed out. Open it, sign in and resume it first.`);
  if (profile.campaign !== null)
    throw conflict(sendsCampaignText({ profile: profile_name, campaign: profile.campaign }));
  if (profile.is_testing) throw conflict(sendsTestText([profile_name]));
  if (!profile.has_room) throw conflict(atCapText(profile_name));
  if (!profile.account_has_room) throw conflict(ACCOUNT_AT_CAP);
}
