import { Button } from '@mantine/core';
import { IconBan } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazyPart } from '../../../ui/feedback/lazy-part.tsx';
import { useKeptState } from '../../../ui/form/use-kept-form.ts';
import { CardHead, CardTotal } from '../../../ui/table/card-grid.tsx';
import { doNotContactCountQuery } from '../api.ts';

const DoNotContactDialog = lazyPart(() =>
  import('../do-not-contact-dialog.tsx').then((m) => m.DoNotContactDialog),
);

/** The inside of the do-not-contact card, which opens the dialog. */
export function DoNotContactCard() {
  const count = useQuery(doNotContactCountQuery).data;
  const [opened, setOpened] = useKeptState('do-not-contact dialog', false);
  return (
    <>
      <CardHead
        name="Do not contact"
        aside={<IconBan size={18} color="var(--pp-dimmed)" aria-hidden="true" />}
        description="These people are never imported and never written to."
      />
      <CardTotal count={count} noun="name">
        <Button
          variant="default"
          size="compact-sm"
          aria-label="Manage do not contact"
          onClick={() => setOpened(true)}
        >
          Manage
        </Button>
      </CardTotal>
      {opened ? <DoNotContactDialog onClose={() => setOpened(false)} /> : null}
    </>
  );
}
