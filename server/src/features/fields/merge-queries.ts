import { PERSON_VALUES_MAX } from '@pigeonpost/contract/people/person-fields';
import { type RawBuilder, sql } from 'kysely';

/** What happens to a value that a person has already. */
export type Fill = 'empty' | 'replace';

interface Merged {
  known: RawBuilder<unknown>;
  added: RawBuilder<unknown>;
  fill: Fill;
}

/** Fields with the added ones. Who would have more than a person can have keeps what they have. */
export function mergeFields({ known, added, fill }: Merged): RawBuilder<unknown> {
  const both = fill === 'replace' ? sql`${known} || ${added}` : sql`${added} || ${known}`;
  return sql`
    case when length((${both})::text) > ${PERSON_VALUES_MAX}
        and (select sum(length(value)) from jsonb_each_text(${both})) > ${PERSON_VALUES_MAX}
      then ${known} else ${both} end`;
}
