import type { TimeWaitKind } from '@pigeonpost/contract/campaigns/standstills';

/** The rule of time that keeps a profile from sending in its campaign, as `time_wait` answers it. */
interface TimeRule {
  kind: TimeWaitKind;
  /** Its end; null: it never ends. */
  until?: { at: string; words: string; short: string } | null;
  /** The date that is quiet: 'Thu 24-12'. */
  quiet_day?: string;
  /** The cap that is reached, and what was begun of it. */
  cap?: number;
  begun?: number;
  per?: 'today' | 'this hour';
}

/** A profile of a running campaign with its rule; null: it may send now. */
export interface PacedSender {
  profile_id: number;
  profile_name: string;
  time_rule: TimeRule | null;
}

/** The wait of a campaign that only time keeps from sending. */
interface TimeWait {
  kind: TimeWaitKind;
  words: string;
  reason: string;
  /** When it goes on; null: never. */
  until: string | null;
}

type Waiting = { profile_name: string; rule: TimeRule };

const PROFILES_NAMED = 5;

/** Why all of a campaign's profiles wait for time; undefined if one of them may send (docs/behaviour.md#standstills). */
export function findTimeWait(senders: readonly PacedSender[]): TimeWait | undefined {
  const profiles = new Map(senders.map((sender) => [sender.profile_id, sender]));
  const waiting = [...profiles.values()].flatMap(({ profile_name, time_rule }): Waiting[] =>
    time_rule ? [{ profile_name, rule: time_rule }] : [],
  );
  const [first] = waiting;
  if (!first || waiting.length < profiles.size) return undefined;
  const next = waiting.reduce((least, one) => (endOf(one) < endOf(least) ? one : least));
  const { until } = next.rule;
  const { kind } = first.rule;
  return {
    kind,
    until: until?.at ?? null,
    words: kind === 'never' ? 'its hours and yours never meet' : until ? `until ${until.short}` : 'for good',
    reason: reasonOf(first.rule, waiting, next),
  };
}

// ISO text sorts by time.
const endOf = ({ rule: { until } }: Waiting) => until?.at ?? '~';

function reasonOf(rule: TimeRule, waiting: Waiting[], next: Waiting): string {
  const { cap = 0 } = rule;
  const [messages, are] = cap === 1 ? ['message', 'is'] : ['messages', 'are'];
  const count = cap.toLocaleString('en-US');
  switch (rule.kind) {
    case 'never':
      return 'Its hours and your sending hours never meet. Change one of them.';
    case 'hours':
      return `Outside the sending hours. ${goesOn(next, 'by itself')}`;
    case 'quiet_date':
      return `${rule.quiet_day} is a quiet date. ${goesOn(next, 'by itself')}`;
    case 'cap_account':
      return `Today's ${count} ${messages} of your account ${are} out. ${goesOn(next, 'by itself')}`;
    case 'cap_campaign':
      return `This campaign's ${count} for today ${are} out. ${goesOn(next, 'by itself')}`;
    case 'cap_profiles':
      return `Each profile has sent what it may: ${capsOf(waiting)}. ${goesOn(next, `with ${next.profile_name}`)}`;
  }
}

function goesOn({ rule: { until } }: Waiting, how: string): string {
  return until ? `Goes on ${until.words} ${how}.` : 'It does not go on before its last moment.';
}

/** 'kiln.club 20 of 20 today, market_stall 5 of 5 this hour' */
function capsOf(waiting: Waiting[]): string {
  const named = waiting
    .slice(0, PROFILES_NAMED)
    .map(({ profile_name, rule: { begun, cap, per } }) => `${profile_name} ${begun} of ${cap} ${per}`);
  const others = waiting.length - named.length;
  return `${named.join(', ')}${others > 0 ? ` and ${others} more` : ''}`;
}
