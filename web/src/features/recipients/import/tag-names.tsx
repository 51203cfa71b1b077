import { Button, TextInput } from '@mantine/core';
import { cleanTag, PERSON_TAGS_MAX, TAG_NAME_MAX, tagError } from '@pigeonpost/contract/people/tags';
import { caseless } from '@pigeonpost/contract/text/caseless';
import { IconX } from '@tabler/icons-react';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import css from './tag-names.module.css';

type TagNamesProps = { tags: readonly string[]; onChange: (tags: string[]) => void };

/** Tags by their names, to be typed one after the other. */
export function TagNames({ tags, onChange }: TagNamesProps) {
  const id = useId();
  const [isAdding, setAdding] = useState(false);
  const add = useRef<HTMLButtonElement>(null);
  const remove = (tag: string) => {
    onChange(tags.filter((one) => one !== tag));
    add.current?.focus();
  };
  return (
    <fieldset className={css.tags} aria-labelledby={id}>
      <span id={id} className={css.title}>
        Tags
      </span>
      <ul>
        {tags.map((tag) => (
          <li key={tag}>
            <bdi>{tag}</bdi>
            <button type="button" aria-label={`Remove ${tag}`} onClick={() => remove(tag)}>
              <IconX size={12} aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
      {isAdding ? (
        <NewTag tags={tags} onAdd={(tag) => onChange([...tags, tag])} onClose={() => setAdding(false)} />
      ) : null}
      <Button
        variant="subtle"
        size="compact-sm"
        ref={add}
        className={isAdding ? css.hidden : undefined}
        disabled={tags.length >= PERSON_TAGS_MAX}
        onClick={() => setAdding(true)}
        aria-describedby={id}
      >
        Add
      </Button>
    </fieldset>
  );
}

type NewTagProps = { tags: readonly string[]; onAdd: (tag: string) => void; onClose: () => void };

/** A box for one tag: Enter adds it and waits for the next one. */
function NewTag({ tags, onAdd, onClose }: NewTagProps) {
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const take = () => {
    const tag = cleanTag(text);
    if (tag === '') return true;
    const wrong = tagError(tag);
    setError(wrong);
    if (wrong !== undefined) return false;
    if (!tags.some((one) => caseless(one) === caseless(tag))) onAdd(tag);
    setText('');
    return true;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    // Enter would import.
    event.preventDefault();
    take();
  };
  return (
    <TextInput
      aria-label="New tag"
      size="xs"
      data-autofocus
      autoFocus
      maxLength={TAG_NAME_MAX}
      value={text}
      error={error}
      onChange={(event) => setText(event.currentTarget.value)}
      onKeyDown={onKeyDown}
      onBlur={() => {
        if (take()) onClose();
      }}
    />
  );
}
