import { ActionIcon } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { CopyButton, CopyIcon } from '../../ui/form/copy-button.tsx';
import { CopyField } from '../../ui/form/copy-field.tsx';
import type { PartStates } from '../part-states.tsx';
import { doNothing } from '../samples.ts';

const COMMAND = 'PIGEONPOST_URL=https://pigeons.example.com PIGEONPOST_TOKEN=1f4a9d0c2b npm run agent';

/** Parts that copy a text; 'Copied!' for two seconds after a press. */
export const copying: PartStates[] = [
  {
    part: 'CopyButton',
    states: { 'Before and after': <CopyButton text="kiln.club" label="Copy name" /> },
  },
  {
    part: 'CopyIcon',
    states: { 'Before and after': <CopyIcon text="kiln.club" label="Copy name" onFailed={doNothing} /> },
  },
  {
    part: 'CopyField',
    states: {
      'A command': <CopyField text="npm run agent" prompt="$" label="Copy the command" />,
      'Longer than its line': <CopyField text={COMMAND} prompt="$" label="Copy the command" />,
      'That breaks into lines': <CopyField text={COMMAND} prompt="$" label="Copy the command" wrap />,
      'With the text hidden, and a button': (
        <CopyField text="1f4a9d0c2b" shown="1f4a••••••" label="Copy token">
          <ActionIcon variant="subtle" size={28} aria-label="Show token">
            <IconEye size={16} />
          </ActionIcon>
        </CopyField>
      ),
    },
  },
];
