import { TextInput } from '@mantine/core';
import { isNotEmpty, useForm } from '@mantine/form';
import type { Field } from '@pigeonpost/contract/calls/fields';
import { TEMPLATE_CONTENT_MAX, TEMPLATE_NAME_MAX } from '@pigeonpost/contract/templates';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNameKind } from '../../account/settings.ts';
import { failureLine } from '../../ui/feedback/failure.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { changedValues, isChange } from '../../ui/form/changed-values.ts';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { limitedField } from '../../ui/form/limited-field.ts';
import { useKeptState } from '../../ui/form/use-kept-form.ts';
import {
  type DraftPlan,
  type ShownList,
  shownListQuery,
  type TemplateDraft,
  useSaveTemplate,
} from './api.ts';
import { useDraftPlan } from './draft-plan.ts';
import { MessageEditor } from './message-editor.tsx';
import { MessageHints } from './message-hints.tsx';
import { MessageBubble } from './parts/message-bubble.tsx';
import { SendTestButton, SendTestDialog } from './parts/send-test.tsx';
import { PeopleOf } from './people-of.tsx';
import { ReadAsField } from './read-as-field.tsx';
import { readerName } from './reader-name.ts';
import { Readers } from './readers.tsx';
import css from './templates.module.css';

type TemplateDialogProps = { draft: TemplateDraft; readAs: string; onClose: () => void };

/** Makes or changes a template, with a preview. */
export function TemplateDialog({ draft, readAs, onClose }: TemplateDialogProps) {
  const { form, save } = useTemplateForm(draft);
  const { content } = form.values;
  const isNew = draft.id === undefined;
  const [listId, setListId] = useState<number>();
  const { data: shown } = useQuery(shownListQuery(listId));
  const hasFields = shown !== undefined && shown.fields.length > 0;
  const { planned, failure } = useDraftPlan(content, shown);
  const [isTested, setTested] = useKeptState('test of a draft', false);
  return (
    <>
      <FormDialog
        title={isNew ? 'Create Template' : 'Edit Template'}
        sentence={isNew ? undefined : 'Campaigns that exist already keep the message they were created with.'}
        size={hasFields ? 'table' : 'wide'}
        submitLabel={isNew ? 'Create Template' : 'Save Template'}
        failure="Failed to save template"
        form={form}
        draft={`template ${draft.id ?? 'new'}`}
        isBehind={isTested}
        note={<SendTestButton text={content} onPress={() => setTested(true)} />}
        onSubmit={save}
        onClose={onClose}
      >
        <TextInput label="Name" data-autofocus {...limitedField(form, 'name', TEMPLATE_NAME_MAX)} />
        <div className={hasFields ? css.columns : 'stack'}>
          <MessageField form={form} shown={shown} planned={planned} />
          <section className={css.preview} aria-label="Preview">
            {hasFields && shown.id !== undefined ? (
              <>
                <Readers
                  key={shown.id}
                  list_id={shown.id}
                  content={content}
                  shown={shown}
                  planned={planned}
                />
                {failure ? (
                  <p className="note" role="alert">
                    {failureLine(failure.error, 'Failed to count who gets it.')}{' '}
                    <button type="button" className="link text-button" onClick={() => failure.retry()}>
                      Retry
                    </button>
                  </p>
                ) : null}
                <PeopleOf shown={shown} onList={setListId} />
              </>
            ) : (
              <ReadAs content={content} readAs={readAs} />
            )}
          </section>
        </div>
      </FormDialog>
      {isTested ? <SendTestDialog text={content} onClose={() => setTested(false)} /> : null}
    </>
  );
}

/** Where nothing is known of people, the message as somebody of any name gets it. */
function ReadAs({ content, readAs }: { content: string; readAs: string }) {
  const kind = useNameKind();
  const [reader, setReader] = useState(readAs);
  return (
    <>
      <ReadAsField name={reader} onName={setReader} />
      {content.trim() ? (
        <MessageBubble text={content} name={readerName(reader, kind)} />
      ) : (
        <p className={`${css.nothing} dimmed`}>The message appears here as its reader gets it.</p>
      )}
    </>
  );
}

type TemplateForm = ReturnType<typeof useTemplateForm>['form'];

type MessageFieldProps = {
  form: TemplateForm;
  shown: ShownList | undefined;
  planned: DraftPlan | undefined;
};

function MessageField({ form, shown, planned }: MessageFieldProps) {
  const { content } = form.values;
  const fields = shown?.fields ?? NO_FIELDS;
  const lacking = new Set(
    fields.filter(({ people }) => people !== null && people < (shown?.people ?? 0)).map(({ name }) => name),
  );
  const setContent = (text: string) => form.setFieldValue('content', text);
  return (
    <div>
      <MessageEditor
        fields={fields}
        lacking={lacking}
        planned={planned}
        {...limitedField(form, 'content', TEMPLATE_CONTENT_MAX)}
        value={content}
      />
      <MessageHints content={content} shown={shown} planned={planned} onContent={setContent} />
    </div>
  );
}

const NO_FIELDS: readonly Field[] = [];

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
  return { form, save };
}
