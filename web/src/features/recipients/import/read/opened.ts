import type { StatedSource } from '@pigeonpost/contract/people/sources';
import type { NameKind } from '@pigeonpost/contract/recipients';
import type { ColumnUse } from './columns.ts';
import { type DownloadOf, downloadSource } from './download-source.ts';
import { ACCOUNT_KINDS, type AccountKind, type Separator } from './format-words.ts';
import type { Accounts } from './instagram.ts';
import type { Row } from './layout.ts';

/** What a person chose for one source, instead of what was found. */
export type Choice = {
  encoding?: string | undefined;
  separator?: Separator | undefined;
  sheet?: number | undefined;
  kinds?: AccountKind[] | undefined;
  /** Whether the download's dates become the field `since`. */
  since?: boolean | undefined;
  hasHead?: boolean | undefined;
  column?: number | undefined;
  /** What other columns become, by their place. */
  uses?: Readonly<Record<number, ColumnUse>> | undefined;
};

/** A source that was opened: what it is, and its rows, which can be read more than once. */
export type Opened = {
  form: 'lines' | 'table' | 'accounts';
  /** What it was taken for, in words. */
  format: string;
  encoding?: string;
  separator?: Separator;
  /** Letters that the encoding does not have. */
  isGarbled?: boolean;
  sheets?: { name: string; isHidden: boolean }[];
  sheet?: number;
  kinds?: { kind: AccountKind; count: number; isChosen: boolean }[];
  /** The first date of the chosen accounts; undefined where they have none. */
  since?: { example: string; isChosen: boolean } | undefined;
  /** Where its people are from, if it says so itself. */
  from?: StatedSource;
  rows: () => AsyncGenerator<Row[]>;
};

export type OpenOptions = { kind: NameKind; choice: Choice; maxBytes: number; tooBig: string };

/** The chosen kinds of accounts, one name a row, followers unless a person chose; with their dates if these are wanted. */
export function openAccounts(accounts: Accounts, choice: Choice, of: DownloadOf): Opened {
  const there = ACCOUNT_KINDS.filter((kind) => accounts.has(kind));
  const chosen = choice.kinds ?? there.slice(0, 1);
  const accountsOf = (kind: AccountKind) => accounts.get(kind) ?? [];
  const isWanted = choice.since === true;
  const dated = there
    .filter((kind) => chosen.includes(kind))
    .flatMap(accountsOf)
    .find(({ since }) => since);
  return {
    form: 'accounts',
    format: 'Instagram’s download',
    kinds: there.map((kind) => ({
      kind,
      count: accountsOf(kind).length,
      isChosen: chosen.includes(kind),
    })),
    from: downloadSource(
      of,
      there.filter((kind) => chosen.includes(kind)),
    ),
    since: dated?.since === undefined ? undefined : { example: dated.since, isChosen: isWanted },
    rows: async function* () {
      let line = 1;
      for (const kind of there.filter((one) => chosen.includes(one)))
        yield accountsOf(kind).map(({ name, since = '' }) => ({
          line: line++,
          cells: isWanted ? [name, since] : [name],
        }));
    },
  };
}
