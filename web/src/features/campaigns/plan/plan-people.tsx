import type { Campaign } from '@pigeonpost/contract/calls/campaigns';
import type { Plan } from '@pigeonpost/contract/calls/plans';
import { countWords } from '@pigeonpost/contract/forecast/plan-words';
import { reasonOfMany } from '@pigeonpost/contract/reasons';
import { IconChevronRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { formatCount } from '../../../format/format-number.ts';
import { paths } from '../../../paths.ts';
import { lazyPart } from '../../../ui/feedback/lazy-part.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import css from './plan.module.css';
import type { SeenGroup } from './see-who-dialog.tsx';

const SeeWhoDialog = lazyPart(() => import('./see-who-dialog.tsx').then((m) => m.SeeWhoDialog));

type PlanPeopleProps = { plan: Plan; campaign: Campaign };

/** The three parts of a list, whose numbers add up; a press shows who they are. */
export function PlanPeople({ plan, campaign: { id, list_id } }: PlanPeopleProps) {
  const [seen, setSeen] = useState<SeenGroup>();
  const leftOut = plan.will_not.filter(({ count }) => count > 0);
  const willNot = leftOut.reduce((sum, { count }) => sum + count, 0);
  const isExact = plan.is_counted_to_end;
  const see = (group: SeenGroup) => (list_id === null ? undefined : () => setSeen(group));
  const will = 'Will be written to';
  return (
    <Card title="Who is written to, and who is not">
      <div className={css.parts} aria-hidden="true">
        <span data-part="will" style={{ flexGrow: plan.will }} />
        <span data-part="will-not" style={{ flexGrow: willNot }} />
        <span data-part="rest" style={{ flexGrow: plan.not_pending }} />
      </div>
      <ul className={css.people}>
        <li>
          <Row
            words={will}
            count={plan.will}
            isExact={isExact}
            isStrong
            onSee={see({ group: 'will', field: null, title: will })}
          />
        </li>
        <li>
          <Row words="Will not" count={willNot} isExact={isExact || willNot === 0} isStrong />
          {leftOut.map((reason) => {
            const title = reasonOfMany(reason);
            const { reason: group, field, count, is_exact } = reason;
            return (
              <div key={`${group} ${field}`} className={css.reason}>
                <Row words={title} count={count} isExact={is_exact} onSee={see({ group, field, title })} />
              </div>
            );
          })}
        </li>
        <li>
          {list_id === null || plan.not_pending === 0 ? (
            <Row words="Not pending in the list" count={plan.not_pending} isStrong />
          ) : (
            <Link to={paths.list} params={{ id: list_id }} className={css.row}>
              <span>Not pending in the list</span>
              <Count count={formatCount(plan.not_pending)} isStrong isOpenable />
            </Link>
          )}
        </li>
      </ul>
      {seen && list_id !== null ? (
        <SeeWhoDialog campaign={{ id, list_id }} seen={seen} onClose={() => setSeen(undefined)} />
      ) : null}
    </Card>
  );
}

type RowProps = {
  words: string;
  count: number;
  isExact?: boolean;
  isStrong?: boolean;
  /** Shows who they are. */
  onSee?: (() => void) | undefined;
};

function Row({ words, count, isExact = true, isStrong = false, onSee }: RowProps) {
  const isOpenable = onSee !== undefined && count > 0;
  const content = (
    <>
      <span dir="auto">{words}</span>
      <Count count={countWords(count, isExact)} isStrong={isStrong} isOpenable={isOpenable} />
    </>
  );
  return isOpenable ? (
    <button type="button" className={`${css.row} ${css.see} text-button`} onClick={onSee}>
      {content}
    </button>
  ) : (
    <div className={css.row}>{content}</div>
  );
}

type CountProps = { count: string; isStrong: boolean; isOpenable: boolean };

function Count({ count, isStrong, isOpenable }: CountProps) {
  return (
    <span className={css.openable}>
      {isStrong ? <b>{count}</b> : count}
      {isOpenable ? <IconChevronRight size={16} aria-hidden="true" /> : <span className={css.noChevron} />}
    </span>
  );
}
