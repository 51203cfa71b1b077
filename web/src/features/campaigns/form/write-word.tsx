import { TextInput } from '@mantine/core';
import { FALLBACK_MAX, readTokens } from '@pigeonpost/contract/text/message-text';
import { useRef, useState } from 'react';
import { useSubscriptionActive } from '../../../api/session.ts';
import { failureLine } from '../../../ui/feedback/failure.ts';
import { enforceLimit } from '../../../ui/form/limited-field.ts';
import { ReasonButton } from '../../../ui/form/reason-button.tsx';
import { useKeptState } from '../../../ui/form/use-kept-form.ts';
import css from './who-gets-it.module.css';

/** A text into which a word can be written for people who lack a value. */
export interface WritableText {
  content: string;
  /** What saving changes besides this plan, said before it is pressed. */
  effect: string;
  save: (content: string) => Promise<unknown>;
}

/** Writes a fallback for a field into the text, once it is confirmed (docs/behaviour.md#plan). */
export function WriteWord({ field, text }: { field: string; text: WritableText }) {
  const [word, setWord] = useKeptState(`word for ${field}`, '');
  const [isOpen, setOpen] = useState(word !== '');
  const opener = useRef<HTMLButtonElement>(null);
  const [error, setError] = useState<string>();
  const [isSaving, setSaving] = useState(false);
  const isActive = useSubscriptionActive();
  const label = `Word for “${field}”`;
  const close = () => {
    setOpen(false);
    opener.current?.focus();
  };
  const save = async () => {
    if (isSaving) return;
    if (word.trim() === '') return setError('Write a word');
    setSaving(true);
    try {
      await text.save(withWord(text.content, field, word.trim()));
      close();
    } catch (thrown) {
      setError(failureLine(thrown, 'Failed to save the message'));
    }
    setSaving(false);
  };
  return (
    <div className={css.cure}>
      <p className="note">
        No word stands in its place.{' '}
        <button
          ref={opener}
          type="button"
          className={`${css.write} text-button`}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          Write one
        </button>
      </p>
      {isOpen ? (
        <>
          <TextInput
            label={label}
            autoFocus
            autoComplete="off"
            value={word}
            error={error}
            onChange={(event) => {
              setWord(enforceLimit(event.currentTarget, FALLBACK_MAX));
              setError(undefined);
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
              // The form around it would create the campaign.
              event.preventDefault();
              void save();
            }}
          />
          <p className="note">{text.effect}</p>
          <div className={css.writing}>
            <ReasonButton
              size="compact-sm"
              loading={isSaving}
              reason={isActive ? undefined : 'Renew to change messages'}
              onClick={save}
            >
              Save
            </ReasonButton>
            <ReasonButton size="compact-sm" variant="default" onClick={close}>
              Cancel
            </ReasonButton>
          </div>
        </>
      ) : null}
    </div>
  );
}

/** The text with this word in each blank of the field that has none. */
function withWord(content: string, field: string, word: string): string {
  const escaped = word.replace(/[{}|\\]/g, '\\$&');
  return readTokens(content)
    .map(({ source, part }) =>
      typeof part !== 'string' && part.name === field && part.else === undefined
        ? `${source.slice(0, -1)}|${escaped}}`
        : source,
    )
    .join('');
}
