import type { Plan } from '@pigeonpost/contract/calls/plans';
import { TAKEN_OUT } from '@pigeonpost/contract/take-out';
import { formatCount } from '../../format/format-number.ts';
import { Card } from '../../ui/layout/card.tsx';
import { PersonLink } from '../people/parts/person-link.tsx';
import css from './plan.module.css';

type LeftOut = Plan['will_not'][number];

/** The three parts of a list, whose numbers add up, with the names of those who are left out. */
export function PlanPeople({ plan }: { plan: Plan }) {
  const leftOut = plan.will_not.filter(({ count }) => count > 0);
  const willNot = leftOut.reduce((sum, { count }) => sum + count, 0);
  return (
    <Card title="Who is written to, and who is not">
      <div className={css.parts} aria-hidden="true">
        <span data-part="will" style={{ flexGrow: plan.will }} />
        <span data-part="will-not" style={{ flexGrow: willNot }} />
        <span data-part="rest" style={{ flexGrow: plan.not_pending }} />
      </div>
      <ul className={css.people}>
        <li className={css.row}>
          <span>Will be written to</span>
          <b>{formatCount(plan.will)}</b>
        </li>
        <li>
          <div className={css.row}>
            <span>Will not</span>
            <b>{formatCount(willNot)}</b>
          </div>
          {leftOut.map((reason) => (
            <Reason key={`${reason.reason} ${reason.field}`} leftOut={reason} />
          ))}
        </li>
        <li className={css.row}>
          <span>Not pending in the list</span>
          <b>{formatCount(plan.not_pending)}</b>
        </li>
      </ul>
    </Card>
  );
}

/** 'Nobody would be written to: 31 messaged already, 9 on your do-not-contact list.' */
export function nobodyWords({ will_not, in_list }: Plan): string {
  if (in_list === 0) return 'Nobody is in its list';
  const reasons = will_not.filter(({ count }) => count > 0);
  if (reasons.length === 0) return 'Nobody would be written to: nobody is pending in its list.';
  const words = reasons.map((reason) => {
    const [first = '', ...rest] = reasonWords(reason);
    return `${formatCount(reason.count)} ${first.toLowerCase()}${rest.join('')}`;
  });
  return `Nobody would be written to: ${words.join(', ')}.`;
}

/** One reason with its number; opened, the first 100 names. */
function Reason({ leftOut }: { leftOut: LeftOut }) {
  const { count, people } = leftOut;
  return (
    <details className={css.reason}>
      <summary className={css.row}>
        <span dir="auto">{reasonWords(leftOut)}</span>
        <span>{formatCount(count)}</span>
      </summary>
      <p className={css.names}>
        {people.map((name) => (
          <PersonLink key={name} name={name} />
        ))}
        {count > people.length ? (
          <span className="dimmed">and {formatCount(count - people.length)} more</span>
        ) : null}
      </p>
    </details>
  );
}

/** The reason for many: the text of one person has figures of that person. */
function reasonWords({ reason, field }: LeftOut): string {
  if (reason === 'do_not_contact') return 'On your do-not-contact list';
  if (reason === 'messaged') return 'Messaged already';
  if (reason === 'taken_out') return TAKEN_OUT;
  return reason === 'unfilled' ? `Nothing for “${field}”` : 'Longer than 1,000 characters';
}
