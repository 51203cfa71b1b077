import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { DO_NOT_CONTACT_MAX_LINES } from '@pigeonpost/contract/limits';
import { nameOf } from '@pigeonpost/contract/names/name-of';
import type { NameKind } from '@pigeonpost/contract/recipients';
import { NAME_WORDS, shownName } from '@pigeonpost/contract/recipients';
import type { ClipboardEvent } from 'react';
import { useNameDomain, useNameKind } from '../../account/settings.ts';
import { formatCount, formatNoun } from '../../format/format-number.ts';
import { isHeadWord, isNameHead } from '../../names/head-words.ts';
import { nameError } from '../../names/name-error.ts';
import { confirm } from '../../ui/feedback/confirm.ts';
import { failureLine } from '../../ui/feedback/failure.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { Form } from '../../ui/form/form.tsx';
import { ReasonButton } from '../../ui/form/reason-button.tsx';
import { usePageForm } from '../../ui/form/use-page-form.ts';
import { useAddDoNotContact, useAddManyDoNotContact } from './api.ts';
import css from './do-not-contact.module.css';

/** Adds one name, or many pasted at once; an error is shown under the field. */
export function DoNotContactForm({ onAdded }: { onAdded: () => void }) {
  const { mutateAsync } = useAddDoNotContact();
  const many = useAddManyDoNotContact();
  const kind = useNameKind();
  const domain = useNameDomain();
  const words = NAME_WORDS[kind];
  const form = useForm({
    initialValues: { recipient: '' },
    validate: { recipient: (text) => nameError(text, kind, domain) },
  });
  const errorsOf = (error: unknown) => ({ recipient: failureLine(error, 'Failed to add the name') });
  const add = usePageForm({
    form,
    draft: 'do not contact',
    onSave: async ({ recipient }) => {
      const { name } = nameOf(recipient, kind, domain);
      await mutateAsync(name);
      toast.success(`${shownName(name)} is on your do-not-contact list.`);
    },
    onSaved: () => {
      form.reset();
      onAdded();
    },
    errorsOf,
  });
  const paste = async (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text').trim();
    const { names, leftOut } = pastedNames(text, kind, domain);
    if (!/[\n,;\t]/.test(text) || names.length + leftOut < 2) return;
    event.preventDefault();
    const counted = formatNoun(names.length, 'name');
    if (names.length > DO_NOT_CONTACT_MAX_LINES)
      return form.setFieldError(
        'recipient',
        `Paste at most ${formatCount(DO_NOT_CONTACT_MAX_LINES)} names at once`,
      );
    if (names.length === 0)
      return form.setFieldError('recipient', `None of the pasted lines is ${words.article} ${words.one}`);
    const agreed = await confirm({
      title: `Add ${counted}?`,
      body: `No campaign writes to them any more.${leftOut > 0 ? ` ${formatNoun(leftOut, 'line')} left out: no ${words.one}.` : ''}`,
      confirmLabel: `Add ${counted}`,
      harmless: true,
    });
    if (!agreed) return;
    try {
      const { added, already_there } = await many.mutateAsync(names);
      const there =
        already_there > 0
          ? ` ${formatCount(already_there)} ${already_there === 1 ? 'was' : 'were'} there already.`
          : '';
      toast.success(`${formatNoun(added, 'name')} added to your do-not-contact list.${there}`);
      onAdded();
    } catch (error) {
      form.setErrors(errorsOf(error));
    }
  };
  return (
    <Form className={css.form} onSubmit={add}>
      <TextInput
        className={css.field ?? ''}
        label={words.label}
        description="Many at once: paste them, one a line."
        onPaste={paste}
        data-autofocus
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        {...form.getInputProps('recipient')}
      />
      <ReasonButton type="submit" variant="default" loading={form.submitting}>
        Add
      </ReasonButton>
    </Form>
  );
}

/** The names of a pasted text, one a line or separated by commas, each once; and the number of invalid parts. */
export function pastedNames(
  text: string,
  kind: NameKind,
  domain: string | null = null,
): { names: string[]; leftOut: number } {
  const parts = text
    .split(/[\r\n,;\t，；]+/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const isHead = (part: string, at: number) =>
    isNameHead(part, kind === 'address') || (at === 0 && parts.length > 1 && isHeadWord(part));
  const people = parts.filter((part, at) => !isHead(part, at));
  const names = new Set<string>();
  const leftOut = new Set<string>();
  for (const part of people) {
    const { name, reason } = nameOf(part, kind, domain);
    if (reason === undefined) names.add(name);
    else if (name !== '') leftOut.add(name);
  }
  return { names: [...names], leftOut: leftOut.size };
}
