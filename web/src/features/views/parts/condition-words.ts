import type { Condition } from '@pigeonpost/contract/people/conditions';
import type { RecipientFilter } from '@pigeonpost/contract/recipients';
import { formatNoun } from '../../../format/format-number.ts';

/** The names of what conditions ask for, by id; undefined until they are fetched. */
export type ConditionNames = {
  field: Map<number, string> | undefined;
  tag: Map<number, string> | undefined;
  list: Map<number, string> | undefined;
};

/** A condition in words: 'city is Oslo'. */
export function conditionWords(condition: Condition, names: ConditionNames): string {
  switch (condition.kind) {
    case 'field': {
      const test = FIELD_TEST_WORDS[condition.test];
      const value = 'value' in condition ? ` ${condition.value}` : '';
      return `${nameOf('field', condition.id, names)} ${test}${value}`;
    }
    case 'tag':
      return `tag ${condition.test === 'is' ? 'is' : 'is not'} ${nameOf('tag', condition.id, names)}`;
    case 'list':
      return `${condition.test === 'is' ? 'in' : 'not in'} ${nameOf('list', condition.id, names)}`;
    case 'status':
      return `status is ${STATUS_WORDS[condition.status]}`;
    case 'replied':
      if (condition.test === 'within') return `replied within ${formatNoun(condition.days, 'day')}`;
      return condition.test === 'ever' ? 'replied' : 'never replied';
    case 'messaged':
      if (condition.test === 'never') return 'never messaged';
      return `${condition.test === 'within' ? '' : 'not '}messaged within ${formatNoun(condition.days, 'day')}`;
    case 'do_not_contact':
      return condition.test === 'is' ? 'on do-not-contact' : 'not on do-not-contact';
    case 'source':
      return condition.test === 'stated' ? 'source stated' : 'no source stated';
  }
}

/** The name of what a condition asks for. What was deleted has no name any more. */
export function nameOf(kind: keyof ConditionNames, id: number, names: ConditionNames): string {
  const known = names[kind];
  return known ? (known.get(id) ?? `a deleted ${kind}`) : '…';
}

export const FIELD_TEST_WORDS = {
  is: 'is',
  is_not: 'is not',
  contains: 'contains',
  filled: 'is filled',
  empty: 'is empty',
} as const;

export const STATUS_WORDS: Record<RecipientFilter, string> = {
  pending: 'Pending',
  sent: 'Sent',
  not_delivered: 'Not delivered',
  not_found: 'Not found',
  unclear: 'Unclear',
  certainly_failed: 'Failed',
  failed: 'Failed or unclear',
  replied: 'Replied',
};
