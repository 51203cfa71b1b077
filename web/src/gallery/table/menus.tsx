import { IconArchive, IconCopy, IconPencil, IconTrash } from '@tabler/icons-react';
import { RowMenu } from '../../ui/table/row-menu.tsx';
import type { RowMenuItem } from '../../ui/table/row-menu-list.tsx';
import css from '../gallery.module.css';
import type { PartStates } from '../part-states.tsx';
import { doNothing, LONG_NAME, LONG_WORD } from '../samples.ts';

const ITEMS: RowMenuItem[] = [
  { label: 'Edit', icon: IconPencil, onPress: doNothing },
  { label: 'Duplicate', icon: IconCopy, onPress: doNothing },
  { label: 'Archive', icon: IconArchive, onPress: doNothing, offReason: 'It still sends' },
  { label: 'Delete', icon: IconTrash, onPress: doNothing, danger: true },
];

/** The menus of rows. */
export const menus: PartStates[] = [
  {
    part: 'RowMenu',
    note: 'A press opens it.',
    states: {
      'Of a row': <RowMenu label="More for Sept class" items={ITEMS} />,
      'With words, in a bar': <RowMenu label="Set status" worded items={ITEMS} />,
      'Made at the first press': <RowMenu label="More for Kiln night" items={(show) => show(ITEMS)} />,
      'At the edge, with long words': (
        <div className={css.atEnd}>
          <RowMenu
            label="More for a long one"
            items={[
              { label: LONG_NAME, icon: IconPencil, onPress: doNothing },
              { label: 'Delete', icon: IconTrash, onPress: doNothing, danger: true, offReason: LONG_WORD },
            ]}
          />
        </div>
      ),
    },
  },
];
