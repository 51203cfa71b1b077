import type { PersonSource } from '@pigeonpost/contract/people/sources';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useSubscriptionActive } from '../../../api/session.ts';
import { formatDay } from '../../../format/format-time.ts';
import { lazyPart } from '../../../ui/feedback/lazy-part.tsx';
import { ReasonButton, ReasonIcon } from '../../../ui/form/reason-button.tsx';
import { useKeptState } from '../../../ui/form/use-kept-form.ts';
import { Card } from '../../../ui/layout/card.tsx';
import css from './sources.module.css';

const StateDialog = lazyPart(() => import('./source-dialogs.tsx').then((m) => m.StateDialog));
const WithdrawDialog = lazyPart(() => import('./source-dialogs.tsx').then((m) => m.WithdrawDialog));

/** Where a person is from, in their owner's words (docs/behaviour.md#sources); one quiet line where nothing is stated. */
export function PersonSources({ name, sources }: { name: string; sources: readonly PersonSource[] }) {
  const isActive = useSubscriptionActive();
  const [isStating, setStating] = useKeptState(`stating a source of ${name}`, false);
  const [withdrawn, setWithdrawn] = useKeptState<PersonSource | undefined>(
    `withdrawing a source of ${name}`,
    undefined,
  );
  const offReason = isActive ? undefined : 'Renew to change sources';
  const button = (
    <ReasonButton
      variant="subtle"
      size="compact-sm"
      leftSection={<IconPlus size={14} />}
      reason={offReason}
      onClick={() => setStating(true)}
    >
      Source
    </ReasonButton>
  );
  return (
    <>
      {sources.length === 0 ? (
        <div>{button}</div>
      ) : (
        <Card title="Sources" aside={button}>
          <ul className={css.sources} aria-label="Sources" tabIndex={-1} data-focus-home>
            {sources.map((source) => (
              <li key={source.id} data-withdrawn={source.withdrawn !== null || undefined}>
                <div className="grow shrink">
                  <p dir="auto">{source.text}</p>
                  <p className="dimmed">{describe(source)}</p>
                </div>
                {source.withdrawn ? null : (
                  <ReasonIcon
                    label={`Withdraw ${source.text}`}
                    reason={offReason}
                    onClick={() => setWithdrawn(source)}
                  >
                    <IconX size={16} />
                  </ReasonIcon>
                )}
              </li>
            ))}
          </ul>
        </Card>
      )}
      {isStating ? <StateDialog name={name} onClose={() => setStating(false)} /> : null}
      {withdrawn ? (
        <WithdrawDialog name={name} source={withdrawn} onClose={() => setWithdrawn(undefined)} />
      ) : null}
    </>
  );
}

/** 'Since 07-03-2026, by an import into Spring.' */
function describe({ stated_on, list_name, withdrawn }: PersonSource): string {
  const how = list_name === null ? 'by hand' : `by an import into ${list_name}`;
  const since = `Since ${formatDay(stated_on)}, ${how}.`;
  if (!withdrawn) return since;
  const why = withdrawn.reason ?? 'the import was undone';
  return `${since} Withdrawn on ${formatDay(withdrawn.at)}: ${why}.`;
}
