import { useSubscriptionActive } from '../../api/session.ts';
import { formatNoun } from '../../format/format-number.ts';
import { formatDay } from '../../format/format-time.ts';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';
import { ReasonButton } from '../../ui/form/reason-button.tsx';
import { useKeptState } from '../../ui/form/use-kept-form.ts';
import type { Person } from './api.ts';
import css from './person.module.css';

const WaiveDialog = lazyPart(() => import('./waive-dialog.tsx').then((m) => m.WaiveDialog));

/** Whether messages without a reply say anything of a person: some were counted, or were let go by. */
export function isCounted({ unreplied, waived }: Pick<Person, 'unreplied' | 'waived'>): boolean {
  return unreplied > 0 || waived !== null;
}

/** How many messages had no reply, and the way to write again all the same (docs/behaviour.md#budget). */
export function Budget({ person }: { person: Person }) {
  const { recipient: name, waived, budget, unreplied } = person;
  const [isWaiving, setWaiving] = useKeptState(`waiving ${name}`, false);
  const offReason = useSubscriptionActive() ? undefined : 'Renew to write again';
  return (
    <div className={css.budget}>
      <p className="dimmed">
        {budgetWords(person)}
        {waived ? (
          <span dir="auto">
            {' '}
            Counted again from {formatDay(waived.at)}: {waived.reason}
          </span>
        ) : null}
      </p>
      {budget !== null && unreplied >= budget ? (
        <ReasonButton variant="default" size="xs" reason={offReason} onClick={() => setWaiving(true)}>
          Write again anyway
        </ReasonButton>
      ) : null}
      {isWaiving ? <WaiveDialog name={name} onClose={() => setWaiving(false)} /> : null}
    </div>
  );
}

/** '3 of 5 messages without a reply.', at the budget with what it means. */
function budgetWords({ budget, unreplied }: Pick<Person, 'budget' | 'unreplied'>): string {
  if (budget === null) return `${formatNoun(unreplied, 'message')} without a reply.`;
  if (unreplied < budget) return `${unreplied} of ${formatNoun(budget, 'message')} without a reply.`;
  return `${formatNoun(unreplied, 'message')} without a reply: campaigns leave this person alone.`;
}
