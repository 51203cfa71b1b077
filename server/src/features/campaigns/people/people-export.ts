import { Readable } from 'node:stream';
import type { CampaignPerson } from '@pigeonpost/contract/calls/campaigns';
import type { PeopleFilter } from '@pigeonpost/contract/campaigns';
import { writeCsv } from 'hucre/csv';
import type { Tx } from '../../../database/transaction.ts';
import type { Deps } from '../../../deps.ts';
import { inertText } from '../log/inert-text.ts';
import {
  type ExportedPerson,
  listLineAfter,
  listTriedAfter,
  listUndecidedAfter,
  type PeopleAfter,
} from './people-export-queries.ts';
import { NOT_DELIVERED, type PeopleSearch } from './people-queries.ts';

// Each page is a transaction of its own, so that none is held during a slow reader's minutes.
const PAGE_ROWS = 2500;
const HEADS = ['Recipient', 'Outcome', 'Why', 'Profile', 'When'];

const OUTCOMES: Record<CampaignPerson['state'], string> = {
  pending: 'Pending',
  leased: 'Next',
  sending: 'Being sent',
  waiting: 'Tried again later',
  sent: 'Sent',
  failed: 'Failed',
  not_found: 'Not found',
  uncertain: 'Unclear',
  stopped: 'Not reached',
  skipped: 'Skipped',
};

/**
 * A campaign's people of one kind and search as text for spreadsheets, in the order of the screen. It is written while
 * they are read: memory stays flat however many they are. Import this file at the first download, as that of recipients.
 */
export function exportPeople(
  deps: Pick<Deps, 'readAsUser'>,
  search: PeopleSearch & { who: PeopleFilter },
): Readable {
  return Readable.from(writeText(deps, search), { objectMode: false });
}

async function* writeText(
  { readAsUser }: Pick<Deps, 'readAsUser'>,
  { who, ...search }: PeopleSearch & { who: PeopleFilter },
): AsyncGenerator<string> {
  // The byte-order mark tells spreadsheets that it is UTF-8.
  yield toText([HEADS], { bom: true });
  for (const readPart of partsOf(who)) {
    let after: number | null = 0;
    while (after !== null) {
      const at: number = after;
      const { people, next }: PeopleAfter = await readAsUser(search.user_id, (tx) =>
        readPart(tx, { ...search, after: at, limit: PAGE_ROWS }),
      );
      if (people.length > 0) yield toText(people.map(toCells));
      after = next;
    }
  }
}

type ReadPart = (tx: Tx, after: PeopleSearch & { after: number; limit: number }) => Promise<PeopleAfter>;

/** The parts that are read one after another: some kinds consist of others. */
function partsOf(who: PeopleFilter): ReadPart[] {
  if (who === 'pending') return [listUndecidedAfter, listLineAfter];
  const kinds = who === 'failed' ? NOT_DELIVERED : [who];
  return kinds.map((kind) => (tx, after) => listTriedAfter(tx, { ...after, who: kind }));
}

function toCells({ recipient, state, reason, profile_name, at }: ExportedPerson): string[] {
  return [inertText(recipient), OUTCOMES[state], inertText(reason), inertText(profile_name), at];
}

/** Each row ends its line, so that the next page can follow. */
function toText(rows: string[][], options: { bom?: boolean } = {}): string {
  return `${writeCsv(rows, options)}\r\n`;
}
