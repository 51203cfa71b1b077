import { countCharacters, cutCharacters } from '@pigeonpost/contract/text/characters';
import type { ChangeEvent } from 'react';

type Field = HTMLInputElement | HTMLTextAreaElement;

type TextForm<Name extends string> = {
  getInputProps: (name: Name) => object;
  setFieldValue: (name: Name, text: string) => void;
};

/**
 * A form's field with a limit in code points: `maxLength` counts an emoji twice and would stop before the server does.
 */
export function limitedField<Name extends string>(form: TextForm<Name>, name: Name, max: number) {
  return {
    ...form.getInputProps(name),
    onChange: ({ currentTarget }: ChangeEvent<Field>) =>
      form.setFieldValue(name, enforceLimit(currentTarget, max)),
  };
}

/** The text of a field; excess text is removed at the place where it was typed, as `maxLength` would. */
export function enforceLimit(field: Field, max: number): string {
  const excess = countCharacters(field.value) - max;
  if (excess <= 0) return field.value;
  const caret = field.selectionEnd ?? field.value.length;
  const typed = field.value.slice(0, caret);
  const before = cutCharacters(typed, Math.max(0, countCharacters(typed) - excess));
  field.value = cutCharacters(before + field.value.slice(caret), max);
  field.setSelectionRange(before.length, before.length);
  return field.value;
}
