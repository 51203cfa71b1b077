import { Textarea, TextInput } from '@mantine/core';
import { isNotEmpty, useForm } from '@mantine/form';
import { countCharacters } from '@pigeonpost/contract/characters';
import { TEMPLATE_CONTENT_MAX, TEMPLATE_NAME_MAX } from '@pigeonpost/contract/templates';
import { useRef, useState } from 'react';
import { formatCount } from '../../format/format-number.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { changedValues, isChange } from '../../ui/form/changed-values.ts';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { limitedField } from '../../ui/form/limited-field.ts';
import { useKeptForm } from '../../ui/form/use-kept-form.ts';
import { useNameKind } from '../settings/api.ts';
import { type TemplateDraft, useSaveTemplate } from './api.ts';
import { MessageHints } from './message-hints.tsx';
import { MessageBubble } from './parts/message-bubble.tsx';
import { ReadAsField } from './read-as-field.tsx';
import { readerName } from './reader-name.ts';
import css from './templates.module.css';

type TemplateDialogProps = { draft: TemplateDraft; readAs: string; onClose: () => void };

/** Makes or changes a template, with a preview. */
export function TemplateDialog({ draft, readAs, onClose }: TemplateDialogProps) {
  const { form, save, isRestored } = useTemplateForm(draft);
  const { content } = form.values;
  const kind = useNameKind();
  const [reader, setReader] = useState(readAs);
  const isNew = draft.id === undefined;
  return (
    <FormDialog
      title={isNew ? 'Create Template' : 'Edit Template'}
      sentence={isNew ? undefined : 'Campaigns that exist already keep the message they were created with.'}
      size="wide"
      submitLabel={isNew ? 'Create Template' : 'Save Template'}
      failure="Failed to save template"
      isRestored={isRestored}
      onSubmit={save}
      onClose={onClose}
    >
      <TextInput label="Name" data-autofocus {...limitedField(form, 'name', TEMPLATE_NAME_MAX)} />
      <MessageField form={form} />
      <section className={css.preview} aria-label="Preview">
        <ReadAsField name={reader} onName={setReader} />
        {content.trim() ? (
          <MessageBubble text={content} name={readerName(reader, kind)} />
        ) : (
          <p className={`${css.nothing} dimmed`}>The message appears here as its reader gets it.</p>
        )}
      </section>
    </FormDialog>
  );
}

const BLANK = '{username}';

type TemplateForm = ReturnType<typeof useTemplateForm>['form'];

function MessageField({ form }: { form: TemplateForm }) {
  const field = useRef<HTMLTextAreaElement>(null);
  const { content } = form.values;
  const length = countCharacters(content);
  const insertBlank = () => {
    const area = field.current;
    if (!area) return;
    area.focus();
    const { selectionStart: start, selectionEnd: end } = area;
    const replaced = countCharacters(content.slice(start, end));
    // Half a placeholder would be sent as it stands.
    if (length - replaced + BLANK.length > TEMPLATE_CONTENT_MAX) return;
    area.setRangeText(BLANK, start, end, 'end');
    // The whole form gets the event, like typing.
    area.dispatchEvent(new Event('input', { bubbles: true }));
  };
  return (
    <div>
      <Textarea
        ref={field}
        label="Message"
        rows={6}
        {...limitedField(form, 'content', TEMPLATE_CONTENT_MAX)}
      />
      <div className={`${css.below} note`}>
        <button type="button" className={`${css.insert} text-button`} onClick={insertBlank}>
          Insert {BLANK}
        </button>
        <span data-full={length >= TEMPLATE_CONTENT_MAX}>
          {formatCount(length)} of {formatCount(TEMPLATE_CONTENT_MAX)} characters
        </span>
      </div>
      <MessageHints content={content} onContent={(text) => form.setFieldValue('content', text)} />
    </div>
  );
}

function useTemplateForm({ id, name, content }: TemplateDraft) {
  const { mutateAsync } = useSaveTemplate({ ...(id !== undefined && { id }), name, content });
  const form = useForm({
    initialValues: { name, content },
    validate: {
      name: isNotEmpty('Template name is required'),
      content: isNotEmpty('Template content is required'),
    },
  });
  const save = async () => {
    if (form.validate().hasErrors) return false;
    const change = changedValues(form);
    if (id === undefined || isChange(change)) await mutateAsync(change);
    toast.success(id === undefined ? 'Template created.' : 'Template saved.');
    return true;
  };
  const isRestored = useKeptForm(`template ${id ?? 'new'}`, form);
  return { form, save, isRestored };
}
