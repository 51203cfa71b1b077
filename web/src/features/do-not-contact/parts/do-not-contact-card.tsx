import { Button } from '@mantine/core';
import { IconBan } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { formatCount } from '../../../format/format-number.ts';
import { lazyPart } from '../../../ui/feedback/lazy-part.tsx';
import { useKeptState } from '../../../ui/form/use-kept-form.ts';
import { doNotContactCountQuery } from '../api.ts';
import css from './do-not-contact-card.module.css';

const DoNotContactDialog = lazyPart(() =>
  import('../do-not-contact-dialog.tsx').then((m) => m.DoNotContactDialog),
);

/** The inside of the do-not-contact card, which opens the dialog. */
export function DoNotContactCard() {
  const count = useQuery(doNotContactCountQuery).data;
  const [opened, setOpened] = useKeptState('do-not-contact dialog', false);
  return (
    <>
      <div className={css.head}>
        <h2 className="medium">Do not contact</h2>
        <span className={css.ban}>
          <IconBan size={18} aria-hidden="true" />
        </span>
      </div>
      <p className={`${css.description} dimmed`}>These people are never imported and never written to.</p>
      <div className={css.figures}>
        <p className={`${css.total} dimmed`}>
          <b>{formatCount(count)}</b> {count === 1 ? 'name' : 'names'}
        </p>
        <Button
          variant="default"
          size="compact-sm"
          className={css.manage ?? ''}
          aria-label="Manage do not contact"
          onClick={() => setOpened(true)}
        >
          Manage
        </Button>
      </div>
      {opened ? <DoNotContactDialog onClose={() => setOpened(false)} /> : null}
    </>
  );
}
