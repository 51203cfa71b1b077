import { useEffect, useRef, useState } from 'react';
import { failureLine } from '../../../ui/feedback/failure.ts';
import { Form } from '../../../ui/form/form.tsx';
import { useKeptText } from '../../../ui/form/use-kept-form.ts';
import { useFindTag } from '../../tags/api.ts';
import { TagInput } from '../../tags/parts/tag-input.tsx';
import { type Person, useChangeTags } from '../api.ts';
import css from './known.module.css';

/** Puts tags on a person, one after the other; Escape, or leaving the field empty, ends it. */
export function AddTag({ person: { recipient, tags }, onClose }: { person: Person; onClose: () => void }) {
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const kept = useKeptText(`tag of ${recipient}`, setText);
  const field = useRef<HTMLDivElement>(null);
  const { findOrMake } = useFindTag();
  const { mutateAsync } = useChangeTags(recipient);
  const [waiting, setWaiting] = useState(0);
  const isBusy = waiting > 0;
  useEffect(() => field.current?.querySelector('input')?.focus(), []);
  const type = (next: string) => {
    kept.current = next;
    setText(next);
    setError(undefined);
  };
  // The field is free for the next tag at once, and shows again what could not be put on; until then that is kept.
  const put = async (wanted: string) => {
    if (wanted.trim() === '') return;
    type('');
    kept.current = wanted;
    setWaiting((count) => count + 1);
    try {
      await mutateAsync(async (ids) => [...new Set([...ids, (await findOrMake(wanted)).id])]);
      if (kept.current === wanted) kept.current = '';
    } catch (thrown) {
      const isFree = kept.current === wanted;
      if (isFree) type(wanted);
      setError(failureLine(thrown, `Failed to put on the tag${isFree ? '' : ` ${wanted.trim()}`}`));
    }
    setWaiting((count) => count - 1);
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
