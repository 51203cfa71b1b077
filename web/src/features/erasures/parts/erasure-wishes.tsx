import { Button } from '@mantine/core';
import { WISH_REMINDER_DAYS } from '@pigeonpost/contract/people/stop-link';
import { shownName } from '@pigeonpost/contract/recipients';
import { useQuery } from '@tanstack/react-query';
import { useNow } from '../../../clock.ts';
import { formatCount } from '../../../format/format-number.ts';
import { formatDay } from '../../../format/format-time.ts';
import { PersonLink } from '../../../names/person-link.tsx';
import css from '../../stop-link/parts/stop-link.module.css';
import { wishesQuery } from '../api.ts';

const DAY_MS = 86_400_000;

/** Who asked to be erased, the oldest first; nothing where nobody did (docs/behaviour.md#the-stop-link). */
export function ErasureWishes({ onErase }: { onErase: (name: string) => void }) {
  const nowMs = useNow(3600);
  const { data } = useQuery(wishesQuery);
  if (!data || data.total === 0) return null;
  const { wishes, total } = data;
  const more = total - wishes.length;
  return (
    <section className={css.wishes} aria-label="Asked to be erased">
      <p>
        <b>
          {total === 1 ? '1 person asked to be erased' : `${formatCount(total)} people asked to be erased`}
        </b>
        . They are not written to any more. Their pages show what you keep about them.
      </p>
      <ul>
        {wishes.map(({ recipient, wished_at }) => {
          const days = Math.floor((nowMs - Date.parse(wished_at)) / DAY_MS);
          return (
            <li key={recipient} className={css.wish}>
              <span className="one-line medium">
                <PersonLink name={recipient} />
              </span>
              {days >= WISH_REMINDER_DAYS ? (
                <b className={css.late}>waits for {days} days</b>
              ) : (
                <span className="dimmed">on {formatDay(wished_at)}</span>
              )}
              <Button
                variant="default"
                size="xs"
                aria-label={`Erase ${shownName(recipient)}`}
                onClick={() => onErase(recipient)}
              >
                Erase
              </Button>
            </li>
          );
        })}
      </ul>
      {more > 0 ? <p className="dimmed">and {formatCount(more)} more</p> : null}
    </section>
  );
}
