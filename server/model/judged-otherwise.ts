import { type BeginFacts, judgeBegins } from '@pigeonpost/contract/rules/begin';
import { type Candidate, type Claim, claim } from '@pigeonpost/contract/rules/claim';
import { type CourseFacts, judgeCourse } from '@pigeonpost/contract/rules/complete';
import type { ClaimFacts } from '@pigeonpost/contract/rules/due-senders';
import type {
  Account,
  Campaign,
  Ledger,
  Person,
  Profile,
  RunningCampaign,
  Sender,
} from '@pigeonpost/contract/rules/facts';
import { judgeResult } from '@pigeonpost/contract/rules/result';
import { HOLE } from './facts.ts';
import type { Judges } from './rules.ts';

// Begins, claims and results that are judged otherwise than by the rules of the server, mostly because something was not looked at, to
// check that the explorer notices.

type Claimed = Claim<Sender, RunningCampaign>;

/** Begins that are judged by other facts. */
const beginsBy = (change: (facts: BeginFacts) => BeginFacts): Pick<Judges, 'judgeBegins'> => ({
  judgeBegins: (begins, now) =>
    judgeBegins(
      begins.map((facts) => facts && change(facts)),
      now,
    ),
});

/** Campaigns that are judged by other facts. */
const coursesBy = (change: (facts: CourseFacts) => Partial<CourseFacts>): Pick<Judges, 'judgeCourse'> => ({
  judgeCourse: (facts, now) => judgeCourse({ ...facts, ...change(facts) }, now),
});

interface Otherwise {
  facts?: (facts: ClaimFacts) => ClaimFacts;
  /** Somebody of the line, and somebody who waits to be tried again. */
  next?: (candidate: Candidate) => Candidate;
  retry?: (candidate: Candidate) => Candidate;
  claimed?: (claimed: Claimed, facts: ClaimFacts) => Claimed;
}

/** Claims that are judged by other facts, or have another end. */
const claimsBy = ({ facts, next, retry, claimed }: Otherwise): Pick<Judges, 'judgeClaim'> => ({
  judgeClaim(given, lines, now) {
    // A key ends with whether its people wait to be tried again.
    const read = [...lines].map(([key, { people, is_end }]) => {
      const change = key.endsWith('true') ? retry : next;
      return [key, { people: change ? people.map(change) : people, is_end }] as const;
    });
    const found = claim(facts ? facts(given) : given, new Map(read), now);
    return claimed && 'chosen' in found ? claimed(found, given) : found;
  },
});

const ofPerson = (change: Partial<Person>) => (candidate: Candidate) => ({
  ...candidate,
  person: { ...candidate.person, ...change },
});
const ofLedger = (change: Partial<Ledger>) => (candidate: Candidate) => {
  const { ledger } = candidate.person;
  return ofPerson({ ledger: ledger && { ...ledger, ...change } })(candidate);
};
const ofAccount = (change: Partial<Account>) => (facts: ClaimFacts) => ({
  ...facts,
  account: { ...facts.account, ...change },
});
const ofRunning =
  (change: (running: ClaimFacts['running'][number]) => object) =>
  (facts: ClaimFacts): ClaimFacts => ({
    ...facts,
    running: facts.running.map((one) => ({ ...one, ...change(one) })),
  });
const ofCampaign = (change: Partial<Campaign>) =>
  ofRunning(({ campaign }) => ({ campaign: { ...campaign, ...change } }));
const ofProfiles = (change: (profile: Profile) => Profile) =>
  ofRunning(({ senders }) => ({ senders: senders.map((by) => ({ ...by, profile: change(by.profile) })) }));

const beginsOfPerson = (change: Partial<Person>) =>
  beginsBy((facts) => ({ ...facts, person: { ...facts.person, ...change } }));
const beginsOfLedger = (change: (ledger: Ledger) => Partial<Ledger>) =>
  beginsBy(({ person, ...facts }) => ({
    ...facts,
    person: { ...person, ledger: person.ledger && { ...person.ledger, ...change(person.ledger) } },
  }));
const beginsOfCampaign = (change: Partial<Campaign>) =>
  beginsBy((facts) => ({ ...facts, campaign: { ...facts.campaign, ...change } }));

/** Of a person's messages in the ledger only the unclear ones, or only the others. */
const begunOnly = ({ begun }: Ledger, isWanted: (isUnclear: boolean) => boolean): Partial<Ledger> => ({
  begun: Object.fromEntries(Object.entries(begun).filter(([, { unclear }]) => isWanted(unclear === true))),
});
const withoutUnclear = (ledger: Ledger) => begunOnly(ledger, (isUnclear) => !isUnclear);
const clearly = (candidate: Candidate) => {
  const { ledger } = candidate.person;
  return ledger ? ofLedger(withoutUnclear(ledger))(candidate) : candidate;
};

const PAID = { subscription_end: Number.POSITIVE_INFINITY };
const NOT_FROZEN = { is_frozen: false };
const withoutHourCap = (profile: Profile): Profile => ({ ...profile, cap_hour: null });
const withoutHolder = (candidate: Candidate): Candidate => ({ ...candidate, held_by: null });
/** Whoever has no value gets one that the model reads as none. */
const withHole = (candidate: Candidate): Candidate =>
  Object.keys(candidate.fields ?? {}).length > 0 ? candidate : { ...candidate, fields: HOLE };

export const JUDGED_OTHERWISE = {
  beginNeedsItsLease: {
    judgeBegins(begins, now) {
      const { verdicts, days } = judgeBegins(begins, now);
      const granted = { answer: 'granted', change: null } as const;
      return { verdicts: verdicts.map((verdict, place) => (begins[place] ? verdict : granted)), days };
    },
  },
  beginAgainWritesNothing: {
    judgeBegins(begins, now) {
      const anew = begins.map(
        (facts) => facts && { ...facts, lease: { ...facts.lease, state: 'leased' as const } },
      );
      const { verdicts, days } = judgeBegins(anew, now);
      const isRepeated = (place: number) => begins[place]?.lease.state === 'sending';
      return {
        verdicts: verdicts.map((verdict, place) =>
          verdict.answer === 'granted' && isRepeated(place) ? { ...verdict, change: null } : verdict,
        ),
        days,
      };
    },
  },
  // After a restore what is told of one that was deleted is believed by name.
  deletedCampaignsAreBelieved: {
    judgeResult(report, facts, now) {
      const verdict = judgeResult(report, facts, now);
      const isOfNoRow = verdict.of_deleted !== null || verdict.answer === 'elsewhere';
      return isOfNoRow ? { answer: 'stale', change: null, of_deleted: null } : verdict;
    },
  },
  capCountsOnce: {
    judgeBegins(begins, now) {
      const { verdicts, days } = judgeBegins(begins, now);
      return {
        verdicts: verdicts.map((verdict, place) => {
          const facts = begins[place];
          if (!facts || verdict.answer !== 'granted' || verdict.change) return verdict;
          const anew = { ...facts, lease: { ...facts.lease, state: 'leased' as const } };
          return judgeBegins([anew], now).verdicts[0] ?? verdict;
        }),
        days,
      };
    },
  },
  capCountsBatch: {
    judgeBegins: (begins, now) => ({
      verdicts: begins.flatMap((facts) => judgeBegins([facts], now).verdicts),
      days: [],
    }),
  },
  hoursAtBegin: beginsBy((facts) => ({
    ...facts,
    account: { ...facts.account, settings: { ...facts.account.settings, hours: null } },
    campaign: { ...facts.campaign, hours: null },
  })),
  capAtBegin: beginsBy((facts) => ({
    ...facts,
    account_day: null,
    campaign_day: null,
    profile: { ...facts.profile, cap_day: null, cap_hour: null },
  })),
  lastMomentAtBegin: beginsOfCampaign({ not_after: null }),
  countdownAtBegin: beginsOfCampaign({ countdown_until: null }),
  stoppedAtBegin: beginsOfPerson({ is_on_do_not_contact: false }),
  repliedAtBegin: beginsOfLedger(() => ({ replied_at: null })),
  undecidedAtBegin: beginsOfPerson({ is_undecided: false }),
  leftOutAtBegin: beginsOfPerson({ left_out_list: null }),
  budgetAtBegin: beginsOfLedger(() => ({ unreplied: 0 })),
  budgetCountsSending: beginsOfLedger((ledger) => begunOnly(ledger, (isUnclear) => isUnclear)),
  begunCountsAsMessaged: beginsOfLedger((ledger) => begunOnly(ledger, (isUnclear) => isUnclear)),
  unclearCountsAsMessaged: {
    ...beginsOfLedger(withoutUnclear),
    ...claimsBy({ next: clearly, retry: clearly }),
  },
  subscriptionIsNeeded: {
    ...beginsBy((facts) => ({ ...facts, account: { ...facts.account, ...PAID } })),
    ...claimsBy({ facts: ofAccount(PAID) }),
  },
  frozenIsHandedNothing: {
    ...beginsBy((facts) => ({ ...facts, account: { ...facts.account, ...NOT_FROZEN } })),
    ...claimsBy({ facts: ofAccount(NOT_FROZEN) }),
  },
  hourIsCounted: {
    ...beginsBy((facts) => ({ ...facts, profile: withoutHourCap(facts.profile) })),
    ...claimsBy({ facts: ofProfiles(withoutHourCap) }),
  },
  countdownAtClaim: claimsBy({ facts: ofCampaign({ countdown_until: null }) }),
  lastMomentPauses: coursesBy(({ campaign }) => ({ campaign: { ...campaign, not_after: null } })),
  canaryPauses: coursesBy(() => ({ canary: null })),
  lastMomentAtClaim: claimsBy({ facts: ofCampaign({ not_after: null }) }),
  leasesReserve: claimsBy({
    facts: (facts) => ({ ...ofRunning(() => ({ handed_out: 0 }))(facts), handed_out: 0 }),
  }),
  // A line that may not go on is taken for one that is at its end.
  closedCompletesNothing: claimsBy({
    claimed: (claimed, { running }) => ({
      ...claimed,
      over: running.map(({ campaign }) => campaign.id),
      cursors: running.map(({ campaign, mark }) => ({
        campaign_id: campaign.id,
        whose: null,
        cursor: mark ?? 0,
      })),
    }),
  }),
  heldNamesArePassed: claimsBy({ next: withoutHolder, retry: withoutHolder }),
  heldNamesWait: claimsBy({
    claimed: (claimed) => ({
      ...claimed,
      passed_over: claimed.passed_over.filter(({ change }) => change.state !== 'waiting'),
    }),
  }),
  lineComesBeforeRetries: {
    judgeClaim(facts, lines, now) {
      const ofRetries = claim(ofRunning(() => ({ canary: 0 }))(facts), lines, now);
      return 'chosen' in ofRetries && ofRetries.chosen.length === 0 ? claim(facts, lines, now) : ofRetries;
    },
  },
  unfilledIsSkipped: claimsBy({ next: withHole }),
  unfilledRetryIsSkipped: claimsBy({ retry: withHole }),
  begunKeepsValue: claimsBy({
    retry: ({ delivery, ...candidate }) => ({
      ...candidate,
      delivery: delivery && { ...delivery, blanks: null },
    }),
  }),
  stoppedAtClaim: claimsBy({ next: ofPerson({ is_on_do_not_contact: false }) }),
  stoppedRetryIsSkipped: claimsBy({ retry: ofPerson({ is_on_do_not_contact: false }) }),
  repliedAtClaim: claimsBy({ next: ofLedger({ replied_at: null }) }),
  repliedRetryIsSkipped: claimsBy({ retry: ofLedger({ replied_at: null }) }),
  undecidedAtClaim: claimsBy({ next: ofPerson({ is_undecided: false }) }),
  undecidedRetryIsSkipped: claimsBy({ retry: ofPerson({ is_undecided: false }) }),
  budgetAtClaim: claimsBy({ next: ofLedger({ unreplied: 0 }) }),
  budgetRetryIsSkipped: claimsBy({ retry: ofLedger({ unreplied: 0 }) }),
  leftOutAtClaim: claimsBy({ next: ofPerson({ left_out_list: null }) }),
  leftOutRetryIsSkipped: claimsBy({ retry: ofPerson({ left_out_list: null }) }),
} satisfies Record<string, Partial<Judges>>;
