import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import { cleanTag, tagError } from '@pigeonpost/contract/people/tags';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { tagsQuery, useFindTag } from '../tags/api.ts';
import { TagInput } from '../tags/parts/tag-input.tsx';
import type { TagChange } from './tag-words.ts';

type TagRecipientsDialogProps = {
  /** '3 recipients', or the name of one. */
  who: string;
  /** Whether everybody who matches is meant, and not only those on the page. */
  isAll: boolean;
  /** Runs after the dialog has closed, and reports by itself. */
  onTag: (change: TagChange) => unknown;
  onClose: () => void;
};

/** Chooses a tag, or makes one, and puts it on recipients; or takes one off. */
export function TagRecipientsDialog({ who, isAll, onTag, onClose }: TagRecipientsDialogProps) {
  const [isOff, setOff] = useState(false);
  const { data: tags = [] } = useQuery(tagsQuery);
  const { find, findOrMake } = useFindTag();
  const form = useForm({
    initialValues: { name: '' },
    validate: { name: (text) => tagError(cleanTag(text)) ?? null },
  });
  const submit = async () => {
    if (form.validate().hasErrors) return false;
    const { name } = form.getValues();
    const tag = isOff ? await find(name) : await findOrMake(name);
    if (!tag) {
      form.setFieldError('name', 'You have no tag of this name');
      return false;
    }
    void onTag({ action: isOff ? 'untag' : 'tag', tag });
    return true;
  };
  return (
    <FormDialog
      title={isOff ? `Take a tag off ${who}` : `Tag ${who}`}
      sentence={isAll ? 'Everybody who matches is meant, not only those on this page.' : undefined}
      submitLabel={isOff ? 'Take off' : 'Tag'}
      failure="Failed to fetch your tags"
      form={form}
      draft="tag of recipients"
      note={
        tags.length > 0 ? (
          <Button variant="subtle" size="compact-sm" onClick={() => setOff(!isOff)}>
            {isOff ? 'Put a tag on instead' : 'Take a tag off instead'}
          </Button>
        ) : null
      }
      onSubmit={submit}
      onClose={onClose}
    >
      <TagInput
        label="Tag"
        canMake={!isOff}
        text={form.values.name}
        error={form.errors.name}
        onText={(text) => form.setFieldValue('name', text)}
        onPick={(name, element) => {
          form.setFieldValue('name', name);
          element?.requestSubmit();
        }}
      />
    </FormDialog>
  );
}
