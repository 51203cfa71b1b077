import { Button } from '@mantine/core';
import { Badge } from '../../ui/feedback/badge.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { DescriptionList } from '../../ui/layout/description-list.tsx';
import { DateTime } from '../../ui/layout/time.tsx';
import css from '../gallery.module.css';
import type { PartStates } from '../part-states.tsx';
import { LONG_NAME, LONG_RIGHT_TO_LEFT, LONG_WORD, minutesAgo } from '../samples.ts';

/** One surface with hairlines inside, and lists of facts. */
export const cards: PartStates[] = [
  {
    part: 'Card',
    states: {
      'With a title': <Card title="Account">What it holds.</Card>,
      'With a note and something beside it': (
        <Card title="Account" note="Only you see this." aside={<Badge tone="completed">Active</Badge>}>
          What it holds.
        </Card>
      ),
      'With a button beside it': (
        <Card title="Account" aside={<Button variant="default">Change</Button>}>
          What it holds.
        </Card>
      ),
      'With rows to its edges': (
        <Card title="Machines" flush>
          <div className={css.padded}>kiln-desktop</div>
        </Card>
      ),
      'Without a title': <Card>What it holds.</Card>,
      'Long and right to left': (
        <Card title={LONG_WORD} note={LONG_RIGHT_TO_LEFT} aside={<Badge tone="paused">Paused</Badge>}>
          {LONG_NAME}
        </Card>
      ),
    },
  },
  {
    part: 'DescriptionList',
    states: {
      'One below the other': (
        <Card>
          <DescriptionList
            items={[
              ['Username', 'marta'],
              ['Role', 'User'],
              ['Created', <DateTime key="created" iso={minutesAgo(60_000)} />],
              ['Last login', <DateTime key="login" iso={null} />],
            ]}
          />
        </Card>
      ),
      'In two columns': (
        <Card>
          <DescriptionList
            columns={2}
            items={[
              ['Sent', '1,284'],
              ['Failed', '36'],
              ['Not found', '9'],
              ['Unclear', '14'],
            ]}
          />
        </Card>
      ),
      'Long and right to left': (
        <Card>
          <DescriptionList
            items={[
              ['Machine', LONG_WORD],
              ['Profile', LONG_NAME],
              ['List', LONG_RIGHT_TO_LEFT],
            ]}
          />
        </Card>
      ),
    },
  },
];
