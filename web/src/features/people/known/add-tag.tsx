import { useEffect, useRef, useState } from 'react';
import { failureLine } from '../../../ui/feedback/failure.ts';
import { Form } from '../../../ui/form/form.tsx';
import { useKeptText } from '../../../ui/form/use-kept-form.ts';
import { useFindTag } from '../../tags/api.ts';
import { TagInput } from '../../tags/parts/tag-input.tsx';
import { type Person, useChangePerson } from '../api.ts';
import css from './known.module.css';

/** Puts tags on a person, one after the other; Escape, or leaving the field empty, ends it. */
export function AddTag({ person: { recipient, tags }, onClose }: { person: Person; onClose: () => void }) {
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const kept = useKeptText(`tag of ${recipient}`, setText);
  const field = useRef<HTMLDivElement>(null);
  const { findOrMake } = useFindTag();
  const { mutateAsync } = useChangePerson(recipient);
  const [isBusy, setBusy] = useState(false);
  useEffect(() => field.current?.querySelector('input')?.focus(), []);
  const type = (next: string) => {
    kept.current = next;
    setText(next);
    setError(undefined);
  };
  const put = async (wanted: string) => {
    if (wanted.trim() === '' || isBusy) return;
    type(wanted);
    setBusy(true);
    try {
      const { id } = await findOrMake(wanted);
      await mutateAsync({ tags: [...new Set([...tags.map((tag) => tag.id), id])] });
      type('');
    } catch (thrown) {
      setError(failureLine(thrown, 'Failed to put on the tag'));
    }
    setBusy(false);
  };
  return (
    <Form
      className={css.addTag}
      aria-busy={isBusy}
      onSubmit={(event) => {
        event.preventDefault();
        void put(text);
      }}
      onKeyDown={(event) => (event.key === 'Escape' ? onClose() : undefined)}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (text.trim() === '' && !isBusy && !currentTarget.contains(relatedTarget)) onClose();
      }}
    >
      <div ref={field}>
        <TagInput
          isBare
          canMake
          label="Tag"
          text={text}
          onText={type}
          onPick={put}
          except={tags.map(({ id }) => id)}
          error={error}
        />
      </div>
    </Form>
  );
}
