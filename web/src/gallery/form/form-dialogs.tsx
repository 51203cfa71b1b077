import { TextInput } from '@mantine/core';
import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { OpensDialog } from '../opens-dialog.tsx';
import type { PartStates } from '../part-states.tsx';
import { FAILED, LONG_NAME, REFUSED } from '../samples.ts';

type Options = Partial<ComponentProps<typeof FormDialog>> & { isSubmitted?: boolean; fieldError?: string };

/** The options of the dialog in each of its states. */
const STATES: Record<string, Options> = {
  'To be filled in': {},
  'Wide, with a sentence': { size: 'wide', sentence: 'Campaigns that exist already keep their message.' },
  'With a field at fault': { fieldError: 'Template name is required' },
  'Refused by the server': { isSubmitted: true, onSubmit: () => Promise.reject(REFUSED) },
  'Failed, with a reference': { isSubmitted: true, onSubmit: () => Promise.reject(FAILED) },
  'At work': { isSubmitted: true, onSubmit: () => new Promise(() => {}) },
  'Asks before typed words go': { isRestored: true, sentence: 'Press Cancel: something was typed.' },
  'Cannot be taken back': { danger: true, submitLabel: 'Delete 40 recipients' },
  'Cannot be submitted': { submitOff: true },
  'Nothing is left to type': { done: true, submitLabel: 'Done' },
  'A long title': { title: LONG_NAME },
};

/** The shell of every dialog with fields. */
export const formDialogs: PartStates[] = [
  {
    part: 'FormDialog',
    note: 'A press opens it; full screen on phones.',
    states: Object.fromEntries(
      Object.entries(STATES).map(([state, options]) => [
        state,
        <OpensDialog key={state} label="Open">
          {(onClose) => <TemplateForm {...options} onClose={onClose} />}
        </OpensDialog>,
      ]),
    ),
  },
];

function TemplateForm({ isSubmitted, fieldError, onClose, ...options }: Options & { onClose: () => void }) {
  const [name, setName] = useState('Kiln opening');
  return (
    <FormDialog
      title="Create Template"
      submitLabel="Create Template"
      failure="Failed to save template"
      onSubmit={async () => {}}
      {...options}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        data-autofocus
        value={name}
        error={fieldError}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      {isSubmitted ? <SubmitsAtOnce /> : null}
    </FormDialog>
  );
}

/** Submits the form around it as soon as it is shown. */
function SubmitsAtOnce() {
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => place.current?.closest('form')?.requestSubmit(), []);
  return <span ref={place} hidden />;
}
