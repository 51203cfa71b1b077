import type { LeaveOutInput } from '@pigeonpost/contract/calls/leave-out';
import type { Plan } from '@pigeonpost/contract/calls/plans';
import { PLAN_REASONS } from '@pigeonpost/contract/reasons';
import type { CampaignPart } from '@pigeonpost/contract/text/campaign-text';
import {
  fillText,
  findUnknownBlanks,
  hasOnlyUsername,
  USERNAME,
} from '@pigeonpost/contract/text/message-text';
import type { Tx } from '../../../database/transaction.ts';
import type { Deps } from '../../../deps.ts';
import { valuesByName } from '../../../engine/message.ts';
import { partsWithFields, type TextField } from '../../../engine/read-text.ts';
import type { DoubtsOf } from './doubt-queries.ts';
import { countDoubts } from './doubts.ts';
import type { PlannedPeople, PlannedText } from './judgement-queries.ts';
import { type JudgedPeople, judgePeople, type OwnPeople, type PlanSample } from './plan-queries.ts';

// How many a query judges, so that a plan ends soon after its time.
const FIRST_BATCH = 10_000;
const BATCH = 50_000;
const COUNTED_SECONDS = 2;
const NAMES = 100;
const SAMPLES = 10;

interface PlanOf {
  user_id: number;
  content: string;
  fields: TextField[];
  /** The text of a campaign as it is filled; undefined for a text that is no campaign's yet. */
  parts: CampaignPart[] | null | undefined;
  /** When that campaign started; null: nothing has. */
  started_at: string | null;
  /** Whether it is a follow-up. */
  follows?: boolean;
  leave_out: LeaveOutInput;
  people: PlannedPeople[];
  of: DoubtsOf;
  /** More people who get it, for the sample. */
  draw?: (text: PlannedText, now: Date) => Promise<PlanSample[]>;
}

/** The part of a plan that counts people. */
export type Counted = Omit<
  Plan,
  | 'is_first'
  | 'suggested_canary'
  | 'in_list'
  | 'not_pending'
  | 'profiles'
  | 'free_profiles'
  | 'inputs'
  | 'forecast'
  | 'advice'
> & {
  /** Those of `will` whom one profile alone writes to. */
  own: OwnPeople[];
};

/** Who will get a text and who not, as of now (docs/behaviour.md#plan). It writes nothing. */
export async function countPlan(
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  { people, of, draw, ...planned }: PlanOf,
): Promise<Counted> {
  const now = clock.now();
  const ends = now.getTime() + COUNTED_SECONDS * 1000;
  const { content, fields, parts } = planned;
  const text = readPlanned(planned);
  let isCounted = true;
  const judged: JudgedPeople[] = [];
  for (const part of people) {
    let limit = FIRST_BATCH;
    for (let after: number | null = 0; after !== null; ) {
      if (clock.now().getTime() >= ends) {
        isCounted = false;
        break;
      }
      const found: JudgedPeople = await judgePeople(tx, text, { people: part, after, limit, now });
      judged.push(found);
      after = found.looked_at < limit ? null : found.last;
      // Asking whether somebody is left out takes longer.
      limit = planned.leave_out === null ? BATCH : FIRST_BATCH;
    }
  }
  const unknown =
    parts === undefined
      ? findUnknownBlanks(
          content,
          fields.map(({ name }) => name),
        )
      : [];
  return {
    as_of: now.toISOString(),
    will: judged.reduce((sum, { will }) => sum + will, 0),
    own: judged.flatMap(({ own }) => own),
    will_not: joinReasons(judged).map((reason) => ({ ...reason, is_exact: isCounted })),
    look: await countDoubts(tx, text, { of, people, now }),
    sample: chooseSample(judged, (await draw?.(text, now)) ?? []).map((one) =>
      describeSample(one, text.measured),
    ),
    longest: Math.max(0, ...judged.map(({ longest }) => longest)),
    unknown: unknown.map(({ blank, suggestion }) => ({ blank, suggestion })),
    is_counted_to_end: isCounted,
  };
}

/** A text as it is judged. An unknown blank stands as it is written, so that the others can be counted. */
export function readPlanned({
  user_id,
  started_at,
  follows = false,
  leave_out,
  content,
  fields,
  parts,
}: Omit<PlanOf, 'people' | 'of' | 'draw'>): PlannedText {
  const isPlain = parts === undefined ? hasOnlyUsername(content) : parts === null;
  if (isPlain) {
    const words = content.split(`{${USERNAME}}`);
    const measured = words.flatMap((text, index) => (index === 0 ? [text] : [{ name: USERNAME }, text]));
    return { user_id, started_at, follows, leave_out, parts: null, measured };
  }
  const read = parts ?? partsWithFields(content, fields).map(knownOrWords);
  return { user_id, started_at, follows, leave_out, parts: read, measured: read };
}

const knownOrWords = (part: CampaignPart): CampaignPart =>
  typeof part === 'string' || part.name === USERNAME || part.field !== undefined ? part : `{${part.name}}`;

type Refused = JudgedPeople['will_not'][number];

function joinReasons(judged: JudgedPeople[]): Refused[] {
  const joined = new Map<string, Refused>();
  for (const one of judged.flatMap(({ will_not }) => will_not)) {
    const key = `${one.reason} ${one.field}`;
    const known = joined.get(key);
    if (!known) joined.set(key, { ...one });
    else
      joined.set(key, {
        ...known,
        count: known.count + one.count,
        people: [...known.people, ...one.people].slice(0, NAMES),
      });
  }
  return [...joined.values()].sort(
    (one, other) =>
      PLAN_REASONS.indexOf(one.reason) - PLAN_REASONS.indexOf(other.reason) ||
      other.count - one.count ||
      (one.text < other.text ? -1 : 1),
  );
}

const IN_LINE = 3;

/** The first three, the one with the most fallbacks, the longest, then those who are drawn, and more of the line. */
function chooseSample(judged: JudgedPeople[], drawn: PlanSample[]): PlanSample[] {
  const all = judged.flatMap(({ samples }) => samples);
  const most = (by: 'fallbacks' | 'length') =>
    all.reduce<PlanSample | undefined>((best, one) => (best && best[by] >= one[by] ? best : one), undefined);
  const fallbacks = most('fallbacks');
  const wanted = [
    ...all.slice(0, IN_LINE),
    fallbacks && fallbacks.fallbacks > 0 ? fallbacks : undefined,
    most('length'),
    ...drawn,
    ...all,
  ];
  return pickTen(wanted.filter((one) => one !== undefined));
}

/** The first ten, each person once. */
export function pickTen(samples: PlanSample[]): PlanSample[] {
  const chosen = new Map<string, PlanSample>();
  for (const one of samples) if (!chosen.has(one.recipient)) chosen.set(one.recipient, one);
  return [...chosen.values()].slice(0, SAMPLES);
}

/** A person's message, with the values in it. */
export function describeSample(
  { recipient_id, recipient, values }: PlanSample,
  parts: CampaignPart[],
): Plan['sample'][number] {
  const byName = valuesByName(parts, values, recipient);
  const filled = new Map<string, Plan['sample'][number]['filled'][number]>();
  for (const part of parts) {
    if (typeof part === 'string' || filled.has(part.name)) continue;
    const value = byName[part.name];
    filled.set(part.name, {
      name: part.name,
      value: value || (part.else ?? ''),
      is_fallback: !value,
    });
  }
  return { recipient_id, recipient, text: fillText(parts, byName), filled: [...filled.values()] };
}
