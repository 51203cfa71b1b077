import { Button } from '@mantine/core';
import { CopyField } from '../../ui/form/copy-field.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { type Step, Steps } from '../../ui/layout/steps.tsx';
import type { PartStates } from '../part-states.tsx';
import { doNothing, LONG_NAME, LONG_RIGHT_TO_LEFT, LONG_WORD } from '../samples.ts';

const INSTRUCTIONS: Step[] = [
  { title: 'Download the agent', done: true },
  {
    title: 'Start it',
    note: 'In a terminal.',
    children: <CopyField text="npm run agent" prompt="$" label="Copy the command" />,
  },
  { title: 'Waiting for the agent', note: 'This page continues when it is connected.', waiting: true },
];

const RULED: Step[] = [
  { title: 'Connect an agent', note: 'kiln-desktop', done: true },
  {
    title: 'Add a profile',
    note: 'It sends your messages.',
    current: true,
    action: <Button>Add Profile</Button>,
  },
  { title: 'Write a template', onOpen: doNothing },
  { title: 'Import a list', onOpen: doNothing, action: <Button variant="default">New List</Button> },
];

/** Numbered instructions. */
export const steps: PartStates[] = [
  {
    part: 'Steps',
    states: {
      'Done, to do and waited for': <Steps steps={INSTRUCTIONS} />,
      'Waited for, and due': (
        <Steps steps={[{ title: 'Sign in at the site', waiting: true, current: true }]} />
      ),
      'Long and right to left': (
        <Steps
          steps={[
            { title: LONG_WORD, note: LONG_NAME },
            { title: LONG_RIGHT_TO_LEFT, current: true },
          ]}
        />
      ),
    },
  },
  {
    part: 'Steps, ruled',
    isWide: true,
    states: {
      'Done, due and closed': (
        <Card flush title="Your first campaign">
          <Steps ruled steps={RULED} />
        </Card>
      ),
    },
  },
];
