import type {
  Account,
  Campaign,
  Person,
  Profile,
  RunningCampaign,
  Sender,
  Settings,
} from '../rules/facts.ts';

// Facts of an account that has set nothing, and of a campaign that runs and asks for nothing.

export const PLAIN_SETTINGS: Settings = {
  hours: null,
  quiet_dates: [],
  profile_cap_hour: null,
  profile_cap_day: null,
  cap_day: null,
  never_twice_days: null,
  hears_replies: false,
  quiet_days: 0,
  budget: null,
  require_source: false,
  delay_end: 60,
};

export const PLAIN_ACCOUNT: Account = {
  user_id: 1,
  is_active: true,
  role: 'user',
  subscription_end: Date.parse('2100-01-01T00:00Z'),
  is_frozen: false,
  zone: { changes: [], ahead: [0] },
  settings: PLAIN_SETTINGS,
};

export const PLAIN_CAMPAIGN: Campaign = {
  id: 5,
  status: 'running',
  is_deleted: false,
  started_at: Date.parse('2026-11-01T00:00Z'),
  countdown_until: null,
  not_after: null,
  hours: null,
  cap_day: null,
  is_follow_up: false,
  replied_days: null,
  parts: null,
  is_public: null,
};

export const PLAIN_PROFILE: Profile = {
  id: 1,
  is_active: true,
  is_deleted: false,
  is_blocked: false,
  is_signed_out: false,
  cap_hour: null,
  cap_day: null,
  warm_up_day: null,
  slow_until: null,
  counted_day: null,
  begun_today: 0,
  counted_hour: null,
  begun_this_hour: 0,
  counted_at: null,
};

/** Somebody of whom nothing is known. */
export const UNKNOWN_PERSON: Person = {
  recipient: 'ada',
  is_on_do_not_contact: false,
  ledger: null,
  is_undecided: false,
  left_out_list: null,
  left_out_tag: null,
  has_source: false,
  follows_at: null,
};

/** A profile of agent 1 that is due. */
export const PLAIN_SENDER: Sender = {
  profile: PLAIN_PROFILE,
  agent_id: 1,
  is_at_work: false,
  next_send_at: null,
  fault_until: null,
  own_cursor: 0,
};

/** The campaign, at the start of a line of a hundred. */
export const PLAIN_RUNNING = {
  campaign: PLAIN_CAMPAIGN,
  list_id: 3,
  mark: 100,
  cursor: 0,
  shared_cursor: 0,
  is_reread: false,
  canary: null,
  is_canary_over: false,
  total_sent: 0,
  total_failed: 0,
  in_work: 0,
  stop_link: null,
  is_undoing: false,
  next_retry_at: null,
  day: null,
  handed_out: null,
} satisfies RunningCampaign;
