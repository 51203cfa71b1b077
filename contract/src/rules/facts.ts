import type { CampaignStatus, DeliveryState } from '../campaigns.ts';
import type { Zone, ZoneOffsets } from '../local-time.ts';
import type { QuietSpan, WeekMinutes } from '../sending-hours.ts';
import type { CampaignPart } from '../text/campaign-text.ts';
import type { Ms } from './change.ts';

// What the tables say under the user's lock, without a rule (docs/decisions/0047-rules-of-the-engine-in-typescript.md).

export interface Account {
  user_id: number;
  is_active: boolean;
  role: string;
  subscription_end: Ms | null;
  is_frozen: boolean;
  zone: ZoneOffsets;
  settings: Settings;
}

export interface Settings {
  hours: WeekMinutes | null;
  quiet_dates: readonly QuietSpan[];
  profile_cap_hour: number | null;
  profile_cap_day: number | null;
  cap_day: number | null;
  never_twice_days: number | null;
  /** Whether a machine of the account reads replies. */
  hears_replies: boolean;
  quiet_days: number;
  budget: number | null;
  require_source: boolean;
  /** The longest pause after a message, in seconds. */
  delay_end: number;
}

export interface Campaign {
  id: number;
  status: CampaignStatus;
  is_deleted: boolean;
  started_at: Ms | null;
  countdown_until: Ms | null;
  not_after: Ms | null;
  hours: WeekMinutes | null;
  cap_day: number | null;
  is_follow_up: boolean;
  /** It leaves out who replied within so many days. */
  replied_days: number | null;
  /** Null: only {username} is filled. */
  parts: CampaignPart[] | null;
  /** Whether people can reach the server, where its text has a stop link; else null. */
  is_public: boolean | null;
}

export interface Profile extends Counted {
  id: number;
  is_active: boolean;
  is_deleted: boolean;
  is_blocked: boolean;
  is_signed_out: boolean;
  cap_hour: number | null;
  cap_day: number | null;
  /** On how many days it has sent since it began slowly; null: it does not. */
  warm_up_day: number | null;
  /** Until when it sends at half after a block. */
  slow_until: Ms | null;
}

/** How much a profile has begun, and on which day ('YYYY-MM-DD') and in which hour ('YYYY-MM-DDTHH') of its user. */
export interface Counted {
  counted_day: string | null;
  begun_today: number;
  counted_hour: string | null;
  begun_this_hour: number;
  counted_at: Ms | null;
}

/** What a campaign, or the account, has begun on a day. */
export interface SendingDay {
  day: string;
  begun: number;
  counted_at: Ms | null;
}

/** What is known of a recipient's person. What no setting and no campaign asks for is not looked up. */
export interface Person {
  recipient: string;
  is_on_do_not_contact: boolean;
  ledger: Ledger | null;
  /** Whether they may have asked for no more messages, and their owner has not decided. */
  is_undecided: boolean;
  /** The first list and the first tag that the campaign leaves out and that have them. */
  left_out_list: string | null;
  left_out_tag: string | null;
  has_source: boolean;
  /** When the message was begun that a follow-up follows. */
  follows_at: Ms | null;
}

export interface Ledger {
  last_messaged_at: Ms | null;
  /** By campaign: the messages that were begun and are not known to have arrived or failed; `at` in seconds. */
  begun: Readonly<Record<string, BegunMessage>>;
  replied_at: Ms | null;
  unreplied: number;
}

export interface BegunMessage {
  at: number;
  unclear?: boolean;
}

/** A lease, and the delivery that it is for. */
export interface Lease {
  lease_until: Ms | null;
  state: DeliveryState;
  /** The values that fill its text, by field; null: it was handed out without any. */
  blanks: Readonly<Record<string, string>> | null;
  /** Where the recipient stands now, and which campaign has it. */
  status: string | null;
  held_by: number | null;
}

/** A profile of a running campaign, as a claim asks of it. */
export interface Sender {
  profile: Profile;
  agent_id: number | null;
  is_at_work: boolean;
  next_send_at: Ms | null;
  /** Until when it rests because Firefox could not start with it. */
  fault_until: Ms | null;
  /** How far its own line of a follow-up is read. */
  own_cursor: number;
}

/** How far a campaign has come with the people before its look. */
export interface CanaryFacts {
  canary: number | null;
  is_canary_over: boolean;
  total_sent: number;
  total_failed: number;
  in_work: number;
}

/** A campaign that runs, with its line. */
export interface RunningCampaign extends CanaryFacts {
  campaign: Campaign;
  list_id: number;
  /** How far its line goes, and is read: of a follow-up by those who are for all of its profiles (`shared_cursor`). */
  mark: number | null;
  cursor: number;
  shared_cursor: number;
  /** Versions before 1.0 left people behind the cursor that another campaign held: the line is read again. */
  is_reread: boolean;
  /** A stop link as long as each person's; null: its text has none. */
  stop_link: string | null;
  /** An import of its list is being undone. */
  is_undoing: boolean;
  /** When somebody is tried again who is not due. */
  next_retry_at: Ms | null;
  /** What it has begun on a day, and how many are handed out and not begun, where its day has a cap. */
  day: SendingDay | null;
  handed_out: number | null;
}

/** What decides how much a profile may send. */
export type PacedProfile = Counted & Pick<Profile, 'cap_hour' | 'cap_day' | 'warm_up_day' | 'slow_until'>;

/** What of an account decides when, and how much, may be sent. */
export interface PacedAccount {
  zone: Zone;
  settings: Settings;
}
