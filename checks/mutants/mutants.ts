import { AGENT_CALLS_MUTANTS } from './agent-calls-mutants.ts';
import { AGENT_FILES_MUTANTS } from './agent-files-mutants.ts';
import { AGENT_MUTANTS } from './agent-mutants.ts';
import { AGENT_WORK_MUTANTS } from './agent-work-mutants.ts';
import { ALLOWED_AT_MUTANTS } from './allowed-at-mutants.ts';
import { BLANK_MUTANTS } from './blank-mutants.ts';
import { CAMPAIGN_MUTANTS } from './campaign-mutants.ts';
import { CANARY_MUTANTS } from './canary-mutants.ts';
import { CLAIM_MUTANTS } from './claim-mutants.ts';
import { DESCRIBE_MUTANTS } from './describe-mutants.ts';
import { DESCRIBED_MUTANTS } from './described-mutants.ts';
import { DETAIL_MUTANTS } from './detail-mutants.ts';
import { DOUBT_MUTANTS } from './doubt-mutants.ts';
import { ERASE_MUTANTS } from './erase-mutants.ts';
import { FILTER_MUTANTS } from './filter-mutants.ts';
import { FOLLOW_UP_MUTANTS } from './follow-up-mutants.ts';
import { FORGOTTEN_MUTANTS } from './forgotten-mutants.ts';
import { LAST_LOOK_MUTANTS } from './last-look-mutants.ts';
import { LEASE_MUTANTS } from './lease-mutants.ts';
import { LEAVE_OUT_MUTANTS } from './leave-out-mutants.ts';
import { LEDGER_MUTANTS } from './ledger-mutants.ts';
import { LIMIT_MUTANTS } from './limit-mutants.ts';
import { LOCK_MUTANTS } from './lock-mutants.ts';
import { MACHINE_FAULT_MUTANTS } from './machine-fault-mutants.ts';
import { MAIL_MUTANTS } from './mail-mutants.ts';
import { MARK_MUTANTS } from './mark-mutants.ts';
import { MEMORY_MUTANTS } from './memory-mutants.ts';
import type { Mutant } from './mutant.ts';
import { NAME_MUTANTS } from './name-mutants.ts';
import { NOTIFICATION_MUTANTS } from './notification-mutants.ts';
import { OBSTACLE_MUTANTS } from './obstacle-mutants.ts';
import { OTHERS_MUTANTS } from './others-mutants.ts';
import { OUTCOME_MUTANTS } from './outcome-mutants.ts';
import { PACE_MUTANTS } from './pace-mutants.ts';
import { POLL_MUTANTS } from './poll-mutants.ts';
import { READING_MUTANTS } from './reading-mutants.ts';
import { REPLY_MUTANTS } from './reply-mutants.ts';
import { SECRET_MUTANTS } from './secret-mutants.ts';
import { SERVER_MUTANTS } from './server-mutants.ts';
import { SITE_MUTANTS } from './site-mutants.ts';
import { SNAC_MUTANTS } from './snac-mutants.ts';
import { SOURCES_MUTANTS } from './sources-mutants.ts';
import { START_MUTANTS } from './start-mutants.ts';
import { STOP_LINK_MUTANTS } from './stop-link-mutants.ts';
import { SWEEP_MUTANTS } from './sweep-mutants.ts';
import { TAG_MUTANTS } from './tag-mutants.ts';
import { TAKE_OUT_MUTANTS } from './take-out-mutants.ts';
import { TEST_MUTANTS } from './test-mutants.ts';
import { TOLD_REPLY_MUTANTS } from './told-reply-mutants.ts';
import { WAKE_MUTANTS } from './wake-mutants.ts';
import { WEB_CAMPAIGN_MUTANTS } from './web-campaign-mutants.ts';
import { WEB_IMPORT_MUTANTS } from './web-import-mutants.ts';
import { WEB_LIST_MUTANTS } from './web-list-mutants.ts';
import { WEB_PEOPLE_MUTANTS } from './web-people-mutants.ts';
import { WEB_PLAN_MUTANTS } from './web-plan-mutants.ts';
import { WEB_SETTINGS_MUTANTS } from './web-settings-mutants.ts';
import { ZONE_MUTANTS } from './zone-mutants.ts';

export const MUTANTS: readonly Mutant[] = [
  ...MAIL_MUTANTS,
  ...NOTIFICATION_MUTANTS,
  ...AGENT_MUTANTS,
  ...AGENT_WORK_MUTANTS,
  ...AGENT_FILES_MUTANTS,
  ...CANARY_MUTANTS,
  ...AGENT_CALLS_MUTANTS,
  ...SECRET_MUTANTS,
  ...SERVER_MUTANTS,
  ...READING_MUTANTS,
  ...REPLY_MUTANTS,
  ...TOLD_REPLY_MUTANTS,
  ...BLANK_MUTANTS,
  ...STOP_LINK_MUTANTS,
  ...CLAIM_MUTANTS,
  ...OUTCOME_MUTANTS,
  ...LEDGER_MUTANTS,
  ...FORGOTTEN_MUTANTS,
  ...MACHINE_FAULT_MUTANTS,
  ...ERASE_MUTANTS,
  ...FILTER_MUTANTS,
  ...LEASE_MUTANTS,
  ...FOLLOW_UP_MUTANTS,
  ...LEAVE_OUT_MUTANTS,
  ...SWEEP_MUTANTS,
  ...MARK_MUTANTS,
  ...CAMPAIGN_MUTANTS,
  ...LOCK_MUTANTS,
  ...LIMIT_MUTANTS,
  ...DOUBT_MUTANTS,
  ...ALLOWED_AT_MUTANTS,
  ...PACE_MUTANTS,
  ...POLL_MUTANTS,
  ...SITE_MUTANTS,
  ...MEMORY_MUTANTS,
  ...NAME_MUTANTS,
  ...OTHERS_MUTANTS,
  ...TAG_MUTANTS,
  ...TAKE_OUT_MUTANTS,
  ...TEST_MUTANTS,
  ...WAKE_MUTANTS,
  ...DESCRIBED_MUTANTS,
  ...LAST_LOOK_MUTANTS,
  ...OBSTACLE_MUTANTS,
  ...DETAIL_MUTANTS,
  ...SOURCES_MUTANTS,
  ...START_MUTANTS,
  ...SNAC_MUTANTS,
  ...DESCRIBE_MUTANTS,
  ...WEB_LIST_MUTANTS,
  ...WEB_IMPORT_MUTANTS,
  ...WEB_PLAN_MUTANTS,
  ...WEB_CAMPAIGN_MUTANTS,
  ...WEB_PEOPLE_MUTANTS,
  ...WEB_SETTINGS_MUTANTS,
  ...ZONE_MUTANTS,
];

/**
 * The mutants with one of the words in their name or file, and of these a part such as 2/5: every fifth from the
 * second.
 */
export function chooseMutants(words: readonly string[], part = '1/1'): readonly Mutant[] {
  const [first = 1, parts = 1] = part.split('/').map(Number);
  return MUTANTS.filter(
    ({ name, file }) => words.length === 0 || words.some((word) => `${name} ${file}`.includes(word)),
  ).filter((_, index) => index % parts === first - 1);
}
