import { Button } from '@mantine/core';
import { IconClockExclamation } from '@tabler/icons-react';
import type { Tone } from '../../ui/feedback/badge.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { ReasonButton } from '../../ui/form/reason-button.tsx';
import type { PartStates } from '../part-states.tsx';
import { doNothing, LONG_NAME, LONG_WORD } from '../samples.ts';

/** A notice of each tone; the compiler demands an entry for each. */
const TITLES: Record<Tone, string> = {
  paused: 'Your subscription has expired.',
  failed: 'kiln.club is blocked.',
  running: 'Sending goes on.',
  completed: 'The import is done.',
  pending: 'This campaign is archived.',
};

/** Notice in every tone, with and without its optional parts. */
export const notices: PartStates[] = [
  {
    part: 'Notice',
    isWide: true,
    states: {
      ...Object.fromEntries(
        (Object.keys(TITLES) as Tone[]).map((tone) => [
          `Tone ${tone}`,
          <Notice key={tone} tone={tone} title={TITLES[tone]}>
            What is under way goes on; nothing new begins.
          </Notice>,
        ]),
      ),
      'With an icon and a button': (
        <Notice
          icon={<IconClockExclamation size={18} />}
          title="Your trial has ended."
          action={<Button onClick={doNothing}>Renew</Button>}
        >
          Campaigns cannot be started until you renew.
        </Notice>
      ),
      'With a button that is off': (
        <Notice
          title="Two profiles rest."
          action={
            <ReasonButton reason="No profile can be resumed before the check has ended">Resume</ReasonButton>
          }
        >
          The others go on.
        </Notice>
      ),
      'With something below': (
        <Notice
          tone="failed"
          icon={<IconClockExclamation size={18} />}
          title="Restored from a backup."
          action={<Button onClick={doNothing}>Continue sending</Button>}
          below={<p>What was sent after the backup was made is not known here.</p>}
        >
          Nothing is sent until you continue.
        </Notice>
      ),
      'Long, with a word that no line can break': (
        <Notice title={`${LONG_NAME} stands still.`} action={<Button onClick={doNothing}>Resume</Button>}>
          Its profile {LONG_WORD} is signed out, and there is no other one that could send in its place.
        </Notice>
      ),
    },
  },
];
