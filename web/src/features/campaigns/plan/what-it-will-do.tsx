import type { Plan } from '@pigeonpost/contract/calls/plans';
import { countWords } from '@pigeonpost/contract/forecast/plan-words';
import { reasonWithin } from '@pigeonpost/contract/reasons';
import { formatNoun } from '../../../format/format-number.ts';
import { endWords, fullMoment } from './forecast-words.ts';
import { PlanDays } from './plan-days.tsx';
import css from './what-it-will-do.module.css';

type WhatItWillDoProps = {
  plan: Plan;
  /** That of the plan, or of what is tried and typed. */
  forecast: Plan['forecast'];
  /** The last moment that it keeps to. */
  notAfter: string | null;
  /** In place of an end where there is none. */
  noEnd?: string | undefined;
  /** While a field has an error: these are the last values without one. */
  isStale?: boolean;
  /** Its days also as a table. */
  hasTable?: boolean;
  /** Beside a form: no reasons, which stand below, and lower bars. */
  isSmall?: boolean;
  /** Shows who does not get it, and why. */
  who?: Who | undefined;
};

type Who = {
  onPress: () => void;
  /** Of what it opens and closes. */
  opens?: { isOpen: boolean; id: string };
};

/** What a campaign will do once it starts: who gets it and who does not, when it ends, and its messages of each day. */
export function WhatItWillDo(props: WhatItWillDoProps) {
  const { plan, forecast, isStale = false, isSmall = false, hasTable = false } = props;
  const { will, is_counted_to_end } = plan;
  return (
    <div className={css.will} data-stale={isStale} data-small={isSmall}>
      <div className={css.top} role={isSmall ? undefined : 'status'}>
        <p>
          <span className={css.number}>
            {will === 0
              ? 'Nobody'
              : `${countWords(will, is_counted_to_end)} ${will === 1 ? 'person' : 'people'}`}
          </span>{' '}
          <span className="dimmed">
            {will > 1 ? 'get it' : 'gets it'}
            <LeftOut {...props} />
          </span>
        </p>
        {will === 0 ? null : <When {...props} />}
      </div>
      <PlanDays days={forecast.days} nowMs={Date.parse(plan.as_of)} isSmall={isSmall} hasTable={hasTable} />
    </div>
  );
}

/** ' · 200 left out: nothing for “city”' */
function LeftOut({ plan: { will_not, is_counted_to_end }, isSmall = false, who }: WhatItWillDoProps) {
  const leftOut = will_not.filter(({ count }) => count > 0);
  const total = leftOut.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return null;
  const count = countWords(total, is_counted_to_end);
  const [only, another] = leftOut;
  const reasons = only && !another ? reasonWithin(only) : leftOut.map(countedReason).join(', ');
  return (
    <>
      {' · '}
      {who ? (
        <button
          type="button"
          className={`${css.who} text-button`}
          aria-label={`${count} left out: see why`}
          aria-expanded={who.opens?.isOpen}
          aria-controls={who.opens?.id}
          onClick={who.onPress}
        >
          {count} left out
        </button>
      ) : (
        `${count} left out`
      )}
      {isSmall ? null : (
        <>
          {': '}
          <span dir="auto">{reasons}</span>
        </>
      )}
    </>
  );
}

/** '31 on your do-not-contact list', '9 have nothing for “city”' */
function countedReason({ count, is_exact, ...reason }: Plan['will_not'][number]): string {
  const verb = reason.reason !== 'unfilled' ? '' : count === 1 ? 'has ' : 'have ';
  return `${countWords(count, is_exact)} ${verb}${reasonWithin(reason)}`;
}

function When({ plan, forecast, notAfter, noEnd = 'No profile can send' }: WhatItWillDoProps) {
  const nowMs = Date.parse(plan.as_of);
  const end = endWords(forecast, { nowMs, notAfter });
  const days = forecast.days.filter(({ messages }) => messages > 0).length;
  if (!end) return <p>{noEnd}</p>;
  return (
    <div className={css.when}>
      <p>
        {end.lead}
        <b>{end.moment}</b>
        {end.range ? `, ${end.range}` : ''}
      </p>
      {forecast.first_at === null ? null : (
        <p className="dimmed">
          First message {fullMoment(forecast.first_at, nowMs)} · {formatNoun(days, 'day')}
        </p>
      )}
    </div>
  );
}
