import { type ComponentProps, useState } from 'react';
import { FilterSelect } from '../../ui/table/filter-select.tsx';
import { FilterTabs } from '../../ui/table/filter-tabs.tsx';
import { SearchField } from '../../ui/table/search-field.tsx';
import type { PartStates } from '../part-states.tsx';
import { LONG_NAME, RIGHT_TO_LEFT } from '../samples.ts';

type Tabs = ComponentProps<typeof FilterTabs<string>>['tabs'];

const TABS: Tabs = [
  { value: 'all', label: 'All', count: 1284 },
  { value: 'still', label: 'Stand still', count: 2, tone: 'paused' },
  { value: 'failed', label: 'Failed', count: 36, tone: 'failed' },
  { value: 'paused', label: 'Paused', count: 0, tone: 'failed' },
  { value: 'ended', label: 'Completed', count: 12 },
];

const OPTIONS = [
  { value: 'all', label: 'All' },
  { value: 'running', label: 'Running' },
  { value: 'long', label: LONG_NAME },
];

/** The filters of a list's rows. */
export const filters: PartStates[] = [
  {
    part: 'FilterTabs',
    note: 'One tab stop; the arrows go from tab to tab.',
    isWide: true,
    states: {
      'With counts': <TabsInUse label="Campaigns by status" tabs={TABS} />,
      'Counts not known yet': (
        <TabsInUse
          label="Campaigns before their counts"
          tabs={TABS.map(({ value, label }) => ({ value, label, count: undefined }))}
        />
      ),
      'The last one chosen, which phones bring into sight': (
        <TabsInUse label="Campaigns that ended" tabs={TABS} first="ended" />
      ),
    },
  },
  {
    part: 'FilterSelect',
    states: {
      'Its name is read aloud': <Select label="Status" />,
      'Its name stands in it': <Select label="Status" isLabelShown />,
      'A long choice': <Select label="Status" isLabelShown first="long" />,
    },
  },
  {
    part: 'SearchField',
    note: 'The key / goes to the first one.',
    states: {
      Empty: <Search value="" slashFocuses />,
      'Searched for': <Search value="kiln" />,
      'From right to left': <Search value={RIGHT_TO_LEFT} />,
    },
  },
];

function TabsInUse({ label, tabs, first = 'all' }: { label: string; tabs: Tabs; first?: string }) {
  const [value, setValue] = useState(first);
  return <FilterTabs label={label} tabs={tabs} value={value} onChange={setValue} />;
}

type SelectProps = { label: string; isLabelShown?: boolean; first?: string };

function Select({ first = 'all', ...props }: SelectProps) {
  const [value, setValue] = useState(first);
  return <FilterSelect {...props} options={OPTIONS} value={value} onChange={setValue} />;
}

function Search({ value, slashFocuses = false }: { value: string; slashFocuses?: boolean }) {
  const [text, setText] = useState(value);
  return <SearchField label="Search campaigns" value={text} onSearch={setText} slashFocuses={slashFocuses} />;
}
