import { Button } from '@mantine/core';
import { paths } from '../../paths.ts';
import { FilterSelect } from '../../ui/table/filter-select.tsx';
import { Toolbar } from '../../ui/table/toolbar.tsx';
import type { PartStates } from '../part-states.tsx';
import { doNothing } from '../samples.ts';

const ALL = [{ value: 'all', label: 'All statuses' }];
const FILTERS = (
  <>
    <FilterSelect label="Status" options={ALL} value="all" onChange={doNothing} />
    <FilterSelect label="Priority" options={ALL} value="all" onChange={doNothing} />
  </>
);
const SEARCH = { label: 'Search tickets', value: '', onSearch: doNothing };
const PRIMARY = { label: 'Create Ticket', onPress: doNothing };

/** The row above a list. */
export const toolbars: PartStates[] = [
  {
    part: 'Toolbar',
    isWide: true,
    states: {
      'With all there is': (
        <Toolbar
          search={SEARCH}
          filters={FILTERS}
          onReset={doNothing}
          actions={<Button variant="default">Export</Button>}
          primary={PRIMARY}
        />
      ),
      'Reset stays, and is off': <Toolbar search={SEARCH} filters={FILTERS} keepsReset primary={PRIMARY} />,
      'A link to another screen': (
        <Toolbar search={SEARCH} primary={{ label: 'New Campaign', to: paths.newCampaign }} />
      ),
      'The button is off': (
        <Toolbar search={SEARCH} primary={{ ...PRIMARY, offReason: 'Renew to write tickets' }} />
      ),
      'Without a search': (
        <Toolbar actions={<Button variant="default">Select All</Button>} primary={PRIMARY} />
      ),
    },
  },
];
