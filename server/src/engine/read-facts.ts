import type { Candidate } from '@pigeonpost/contract/rules/claim';
import type { Account, Campaign, Person, Settings } from '@pigeonpost/contract/rules/facts';
import type { QuietSpan, WeekMinutes } from '@pigeonpost/contract/sending-hours';

const DAY_MS = 86_400_000;
const DAY_LENGTH = 'YYYY-MM-DD'.length;

/** As the database's functions give them (server/functions/engine/facts.sql): ranges are texts. */
export type AccountRow = Omit<Account, 'settings'> & {
  settings: Omit<Settings, 'hours' | 'quiet_dates'> & { hours: string | null; quiet_dates: string | null };
};
export type CampaignRow = Omit<Campaign, 'hours'> & { hours: string | null };

/** What is asked of a person who may be left alone. */
export type LeftAlone = Pick<Person, 'is_undecided' | 'left_out_list' | 'left_out_tag' | 'has_source'>;

/** Of whom the account and the campaign leave nobody alone, nothing is asked. */
export const NOT_ASKED: LeftAlone = {
  is_undecided: false,
  left_out_list: null,
  left_out_tag: null,
  has_source: false,
};

type CandidateRow = Omit<Candidate, 'person'> & { person: Omit<Person, keyof LeftAlone> };

/** People of a line, and by their place, from 0, what is asked of those who may be left alone. */
export type CandidateRows =
  | CandidateRow[]
  | { candidates: CandidateRow[]; left_alone: Record<number, LeftAlone> | null };

/** People of a line. */
export function readCandidates(rows: CandidateRows | undefined): Candidate[] {
  const { candidates, left_alone } = Array.isArray(rows)
    ? { candidates: rows, left_alone: null }
    : (rows ?? { candidates: [], left_alone: null });
  return candidates.map((row, place) => ({
    ...row,
    person: { ...row.person, ...(left_alone?.[place] ?? NOT_ASKED) },
  }));
}

/** What the tables say of an account. */
export function readAccount({ settings, ...account }: AccountRow): Account {
  return {
    ...account,
    settings: {
      ...settings,
      hours: readMinutes(settings.hours),
      quiet_dates: readDates(settings.quiet_dates ?? '{}'),
    },
  };
}

/** What they say of a campaign. */
export function readCampaign(campaign: CampaignRow): Campaign {
  return { ...campaign, hours: readMinutes(campaign.hours) };
}

/** The minutes of an int4multirange, such as '{[540,1020)}'. */
function readMinutes(text: string | null): WeekMinutes | null {
  return text === null
    ? null
    : [...text.matchAll(/(\d+),(\d+)/g)].map(([, from, to]): [number, number] => [Number(from), Number(to)]);
}

/** The days of a datemultirange, such as '{[2026-12-24,2026-12-27)}': its ends are the days after. */
function readDates(text: string): QuietSpan[] {
  return [...text.matchAll(/([\d-]+),([\d-]+)/g)].map(([, from = '', end = '']) => ({
    from,
    to: new Date(Date.parse(end) - DAY_MS).toISOString().slice(0, DAY_LENGTH),
  }));
}
