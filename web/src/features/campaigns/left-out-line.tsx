import type { Campaign } from '@pigeonpost/contract/calls/campaigns';
import type { Plan } from '@pigeonpost/contract/calls/plans';
import { countWords } from '@pigeonpost/contract/plan-words';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { formatCount } from '../../format/format-number.ts';
import { failureLine } from '../../ui/feedback/failure.ts';
import { campaignPlanQuery, useChangeMessage } from './api.ts';
import css from './left-out-line.module.css';
import { Reasons } from './who-gets-it.tsx';

/** Before the start of a campaign whose text asks for fields: who would not get it (docs/behaviour.md#plan). */
export function LeftOutLine({ campaign: { id, template_content } }: { campaign: Campaign }) {
  const { data: plan, error, refetch } = useQuery(campaignPlanQuery(id));
  const { mutateAsync } = useChangeMessage(id);
  const [isOpen, setOpen] = useState(false);
  const who = useId();
  const leftOut = plan?.will_not.filter(({ count }) => count > 0) ?? [];
  const text = {
    content: template_content,
    effect: 'Saving changes the message of this campaign only.',
    save: mutateAsync,
  };
  return (
    <div className={css.line}>
      <p className="dimmed" role="status">
        {plan
          ? planWords(plan)
          : error
            ? failureLine(error, 'Failed to count who gets it.')
            : 'Counting who gets it…'}
        {leftOut.length > 0 ? (
          <button
            type="button"
            className={`${css.who} text-button`}
            aria-expanded={isOpen}
            aria-controls={who}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? 'Hide them' : 'Show them'}
          </button>
        ) : null}
        {error && !plan ? (
          <button type="button" className={`${css.who} text-button`} onClick={() => refetch()}>
            Retry
          </button>
        ) : null}
      </p>
      <div id={who} className={css.reasons} hidden={!isOpen || leftOut.length === 0}>
        <Reasons leftOut={leftOut} text={text} />
      </div>
    </div>
  );
}

/** '31 of 640 would not get it: nothing for “city”.' */
function planWords({ will, will_not, is_counted_to_end }: Plan): string {
  const left = will_not.reduce((sum, { count }) => sum + count, 0);
  if (left === 0)
    return `${countWords(will, is_counted_to_end)} ${will === 1 ? 'person gets' : 'people get'} it.`;
  const [only, another] = will_not;
  const reasons = only && !another ? reasonOf(only) : will_not.map(reasonOfMany).join(', ');
  const of = is_counted_to_end ? ` of ${formatCount(will + left)}` : '';
  return `${countWords(left, is_counted_to_end)}${of} would not get it: ${reasons}.`;
}

type Reason = Plan['will_not'][number];

function reasonOfMany({ count, is_exact, ...reason }: Reason): string {
  const verb = reason.reason !== 'unfilled' ? '' : count === 1 ? 'has ' : 'have ';
  return `${countWords(count, is_exact)} ${verb}${reasonOf(reason)}`;
}

function reasonOf({ reason, field, text }: Pick<Reason, 'reason' | 'field' | 'text'>): string {
  if (reason === 'unfilled') return `nothing for “${field}”`;
  if (reason === 'too_long') return 'longer than 1,000 characters';
  if (reason === 'replied') return 'replied';
  if (reason === 'budget') return 'too many messages without a reply';
  if (reason === 'left_out') return `${text.slice(0, 1).toLowerCase()}${text.slice(1)}`;
  if (reason === 'no_source') return 'without a stated source';
  if (reason === 'taken_out') return 'taken out by you';
  return reason === 'messaged' ? 'messaged already' : 'on do-not-contact';
}
