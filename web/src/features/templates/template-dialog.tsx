import { Textarea, TextInput } from '@mantine/core';
import { normalizeRecipient } from '@pigeonpost/contract/recipients';
import { TEMPLATE_CONTENT_MAX, TEMPLATE_NAME_MAX } from '@pigeonpost/contract/templates';
import { useRef, useState } from 'react';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { formatCount } from '../../ui/format-number.ts';
import { MessageBubble } from '../../ui/message-bubble.tsx';
import { toast } from '../../ui/toast.ts';
import { saveTemplate } from './api.ts';
import { MessageHints } from './message-hints.tsx';
import { ReadAsField } from './read-as-field.tsx';
import css from './templates.module.css';

/** What a template dialog begins with; with an id it changes that template. */
export type Draft = { id?: number; name: string; content: string };

type TemplateDialogProps = { draft: Draft; readAs: string; onClose: () => void };

/** Makes or changes a template, and shows the message as anybody would read it. */
export function TemplateDialog({ draft, readAs, onClose }: TemplateDialogProps) {
  const form = useTemplateForm(draft);
  const [reader, setReader] = useState(readAs);
  const isNew = draft.id === undefined;
  return (
    <FormDialog
      title={isNew ? 'Create Template' : 'Edit Template'}
      sentence={isNew ? undefined : 'Campaigns that exist already keep the message they were created with.'}
      size="wide"
      submitLabel={isNew ? 'Create Template' : 'Save Template'}
      failure="Failed to save template"
      onSubmit={form.save}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        data-autofocus
        maxLength={TEMPLATE_NAME_MAX}
        value={form.name}
        error={form.faults.name}
        onChange={(event) => form.setName(event.currentTarget.value)}
      />
      <MessageField form={form} />
      <section className={css.preview} aria-label="Preview">
        <ReadAsField name={reader} onName={setReader} />
        {form.content.trim() ? (
          <MessageBubble text={form.content} name={normalizeRecipient(reader) || undefined} />
        ) : (
          <p className={css.nothing}>The message appears here as its reader gets it.</p>
        )}
      </section>
    </FormDialog>
  );
}

type TemplateForm = ReturnType<typeof useTemplateForm>;

function MessageField({ form }: { form: TemplateForm }) {
  const field = useRef<HTMLTextAreaElement>(null);
  const insertBlank = () => {
    const area = field.current;
    if (!area) return;
    area.focus();
    area.setRangeText('{username}', area.selectionStart, area.selectionEnd, 'end');
    // The whole form hears of it as of typing.
    area.dispatchEvent(new Event('input', { bubbles: true }));
  };
  return (
    <div>
      <Textarea
        ref={field}
        label="Message"
        rows={6}
        maxLength={TEMPLATE_CONTENT_MAX}
        value={form.content}
        error={form.faults.content}
        onChange={(event) => form.setContent(event.currentTarget.value)}
      />
      <div className={css.below}>
        <button type="button" className={css.insert} onClick={insertBlank}>
          Insert {'{username}'}
        </button>
        <span data-full={form.content.length >= TEMPLATE_CONTENT_MAX}>
          {formatCount(form.content.length)} of {formatCount(TEMPLATE_CONTENT_MAX)} characters
        </span>
      </div>
      <MessageHints content={form.content} onContent={form.setContent} />
    </div>
  );
}

function useTemplateForm({ id, ...draft }: Draft) {
  const [name, setName] = useState(draft.name);
  const [content, setContent] = useState(draft.content);
  const [checked, setChecked] = useState(false);
  const faults = {
    name: checked && !name.trim() ? 'Template name is required' : undefined,
    content: checked && !content.trim() ? 'Template content is required' : undefined,
  };
  const save = async () => {
    setChecked(true);
    if (!name.trim() || !content.trim()) return false;
    await saveTemplate({ ...(id === undefined ? {} : { id }), name: name.trim(), content });
    toast.success(id === undefined ? 'Template created.' : 'Template saved.');
    return true;
  };
  return { name, setName, content, setContent, faults, save };
}
