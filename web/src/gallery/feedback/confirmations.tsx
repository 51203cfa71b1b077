import { Button } from '@mantine/core';
import { confirm, type Question } from '../../ui/feedback/confirm.ts';
import type { PartStates } from '../part-states.tsx';
import { LONG_NAME, LONG_WORD } from '../samples.ts';

const QUESTIONS: Record<string, Question> = {
  'What cannot be undone': {
    title: 'Delete this campaign?',
    body: 'Its 1,284 results go with it. The 36 people who wait for a message stay in their list.',
    confirmLabel: 'Delete campaign',
  },
  'What does no harm': {
    title: 'Open 55 windows?',
    body: 'Each profile opens a Firefox of its own.',
    confirmLabel: 'Open 55',
    harmless: true,
  },
  'With typed words at stake': {
    title: 'Discard this campaign?',
    body: 'What you typed is not saved.',
    cancelLabel: 'Keep editing',
    confirmLabel: 'Discard',
  },
  'With a second thing to agree to': {
    title: 'Resume kiln.club?',
    body: 'A campaign paused when this profile was blocked.',
    confirmLabel: 'Resume only',
    otherLabel: 'Resume and start KILN NIGHT again',
    harmless: true,
  },
  'With two ways to choose from': {
    title: 'Delete this list?',
    body: 'Two campaigns use it.',
    confirmLabel: 'Delete list',
    choices: [
      { label: 'Keep the campaigns', note: 'They end, and their results stay.' },
      { label: 'Delete the campaigns too', note: 'Their results go with them.' },
    ],
  },
  'Long words': { title: LONG_NAME, body: `${LONG_WORD} ${LONG_NAME}`, confirmLabel: 'Delete' },
};

/** The questions before actions that cannot be undone. */
export const confirmations: PartStates[] = [
  {
    part: 'ConfirmDialog',
    note: 'A press asks the question; Escape cancels it.',
    states: Object.fromEntries(
      Object.entries(QUESTIONS).map(([state, question]) => [
        state,
        <Button key={state} variant="default" aria-haspopup="dialog" onClick={() => confirm(question)}>
          {question.confirmLabel}…
        </Button>,
      ]),
    ),
  },
];
