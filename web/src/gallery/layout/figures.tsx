import type { ReactNode } from 'react';
import { Counts } from '../../ui/layout/counts.tsx';
import { type Stat, StatRow } from '../../ui/layout/stat-row.tsx';
import css from '../gallery.module.css';
import type { PartStates } from '../part-states.tsx';
import { LONG_NAME } from '../samples.ts';

const LEGEND: Stat[] = [
  { label: 'Sent', value: '1,284', note: '62% of all', mark: 'sent' },
  { label: 'Failed', value: '59', note: '14 of them unclear', mark: 'failed' },
  { label: 'Pending', value: '728', note: 'About 1 d 1 h left', mark: 'pending' },
];

/** Figures side by side. */
export const figures: PartStates[] = [
  {
    part: 'StatRow',
    isWide: true,
    states: {
      Four: <Row stats={[{ label: 'Recipients', value: '2,071', note: 'In one list' }, ...LEGEND]} />,
      'Three, as the legend of a bar': <Row stats={LEGEND} />,
      'Five, with replies': (
        <Row
          stats={[
            { label: 'Recipients', value: '2,071', note: 'In one list' },
            ...LEGEND.slice(0, 1),
            { label: 'Replied', value: '151', note: '11.8% of sent, read 20 min ago', mark: 'replied' },
            ...LEGEND.slice(1),
          ]}
        />
      ),
      'Quiet, before anything happened': (
        <Row stats={LEGEND.map(({ note: _, ...stat }) => ({ ...stat, value: '0' }))} isQuiet />
      ),
      'Not there yet': <Row stats={LEGEND.map(({ label }) => ({ label, value: undefined }))} />,
      'Large figures and long notes': (
        <Row stats={LEGEND.map((stat) => ({ ...stat, value: '10,000,000', note: LONG_NAME }))} />
      ),
    },
  },
  {
    part: 'Counts',
    states: {
      'Of a campaign': (
        <Counts
          counts={[
            { count: 1284, word: 'sent' },
            { count: 59, word: 'failed', isBad: true, note: '14 unclear' },
            { count: 728, word: 'pending' },
          ]}
        />
      ),
      'With no failure': (
        <Counts
          counts={[
            { count: 12, word: 'sent' },
            { count: 0, word: 'failed' },
          ]}
        />
      ),
    },
  },
];

function Row({ stats, isQuiet = false }: { stats: Stat[]; isQuiet?: boolean }): ReactNode {
  return (
    <div className={css.surface}>
      <StatRow stats={stats} isQuiet={isQuiet} />
    </div>
  );
}
