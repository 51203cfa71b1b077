import { TextInput } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import {
  SITE_ADDRESS_MAX,
  SITE_DOMAIN_MAX,
  SITE_NAME_MAX,
  type SiteChoice,
  type SiteKind,
  siteAddressError,
  siteDomainError,
  siteNameError,
} from '@pigeonpost/contract/account/site';
import { type ReactNode, useId } from 'react';
import { SITE_TITLES } from '../../../account/site-words.ts';
import { Form } from '../../../ui/form/form.tsx';
import { limitedField } from '../../../ui/form/limited-field.ts';
import { RadioCard } from '../../../ui/form/radio-card.tsx';
import { ReasonButton } from '../../../ui/form/reason-button.tsx';
import { usePageForm } from '../../../ui/form/use-page-form.ts';
import { useChooseSite } from '../api.ts';
import css from './site-form.module.css';

type SiteFormProps = {
  site: SiteChoice | null;
  /** Why nothing can be saved. */
  offReason: string | undefined;
};

/** Chooses the site on the first day (docs/behaviour.md#site). */
export function SiteForm({ site, offReason }: SiteFormProps) {
  const { mutateAsync } = useChooseSite();
  const saved = siteValuesOf(site, '');
  const form = useForm<SiteValues>({ initialValues: saved, validate: siteRules });
  const save = usePageForm({
    form,
    draft: 'site',
    saved,
    question: { title: 'Discard the chosen site?', body: 'Your changes will be lost.' },
    onSave: async (values) => {
      const choice = choiceOf(values);
      return choice === undefined ? false : mutateAsync(choice);
    },
  });
  return (
    <Form onSubmit={save} className="stack">
      <SiteFields form={form} />
      <div>
        <ReasonButton
          type="submit"
          loading={form.submitting}
          reason={offReason ?? (form.values.kind === '' ? 'Choose one first' : undefined)}
        >
          Choose
        </ReasonButton>
      </div>
    </Form>
  );
}

const NOTES: Record<SiteKind, string> = {
  practice: 'To try it out. Nobody real is written to.',
  xmpp: 'Prosody, ejabberd and others, through a page that runs Converse.',
  snac: 'A club’s own server of the Fediverse, for its members.',
  described: 'Any site where you may: a file says where its field and its buttons are. No code.',
  own: 'A program of yours, for what no description can say.',
};

type SiteFieldsProps = {
  form: UseFormReturnType<SiteValues>;
  /** Offers to have no choice, as accounts begin. */
  hasNone?: boolean;
};

/** The kinds of sites, with the fields of the chosen one (docs/behaviour.md#site). */
export function SiteFields({ form, hasNone = false }: SiteFieldsProps) {
  const group = useId();
  const { kind } = form.values;
  const card = (value: SiteValues['kind'], title: string, note: ReactNode, fields?: ReactNode) => (
    <RadioCard
      name={group}
      title={title}
      note={note}
      checked={kind === value}
      onChange={() => form.setFieldValue('kind', value)}
    >
      {fields}
    </RadioCard>
  );
  const ofKind = (value: SiteKind, fields: ReactNode) =>
    card(value, SITE_TITLES[value], NOTES[value], fields);
  return (
    <fieldset className={css.cards}>
      <legend className="visually-hidden">Which site do you write to?</legend>
      {hasNone
        ? card(
            'none',
            'What lies in the agent’s folder',
            'Each agent takes its own driver, as it always did.',
          )
        : null}
      {ofKind('practice', <Command words="Start it with" line="npm run practice" />)}
      {ofKind('xmpp', <XmppFields form={form} />)}
      {ofKind('snac', <AddressField form={form} label="Address of the server" host="club.example" />)}
      {ofKind('described', <DescribedFields form={form} />)}
      {ofKind('own', <OwnFields form={form} />)}
    </fieldset>
  );
}

type FieldsProps = { form: UseFormReturnType<SiteValues> };

function XmppFields({ form }: FieldsProps) {
  return (
    <>
      <AddressField form={form} label="Address of the page" host="chat.club.example" />
      <TextInput
        label="Domain"
        description="Of people whose name has none: anna is then anna@club.example."
        placeholder="club.example"
        autoCapitalize="none"
        spellCheck={false}
        {...limitedField(form, 'domain', SITE_DOMAIN_MAX)}
      />
    </>
  );
}

function AddressField({ form, label, host }: FieldsProps & { label: string; host: string }) {
  return (
    <TextInput
      label={label}
      placeholder={`https://${host}/`}
      type="url"
      spellCheck={false}
      {...limitedField(form, 'address', SITE_ADDRESS_MAX)}
    />
  );
}

function DescribedFields({ form }: FieldsProps) {
  return (
    <>
      <NameField form={form} file={(name) => `sites/${name}.json`} />
      <Command
        words="This opens Firefox, asks you to press each thing once, and writes it:"
        line="npm run driver -- describe ADDRESS --profile FOLDER"
      />
    </>
  );
}

function OwnFields({ form }: FieldsProps) {
  return (
    <>
      <NameField form={form} file={(name) => `drivers/${name}.ts`} />
      <Command
        words="This makes one to begin with:"
        line={`npm run driver -- new ${form.values.name || 'NAME'}`}
      />
    </>
  );
}

function NameField({ form, file }: FieldsProps & { file: (name: string) => string }) {
  return (
    <TextInput
      label="Name"
      description={`Its file in the agent’s folder is ${file(form.values.name || 'NAME')}.`}
      autoCapitalize="none"
      spellCheck={false}
      {...limitedField(form, 'name', SITE_NAME_MAX)}
    />
  );
}

function Command({ words, line }: { words: string; line: string }) {
  return (
    <p className={`${css.command} dimmed`}>
      {words} <code>{line}</code> <span>docs/site-drivers.md of Pigeonpost says more.</span>
    </p>
  );
}

/** A choice of a site as it is typed: '' before any is made, 'none' for what lies in the agent's folder. */
export type SiteValues = { kind: SiteKind | 'none' | ''; address: string; domain: string; name: string };

/** What is wrong with the fields of the chosen kind. */
export const siteRules = {
  address: (address: string, { kind }: SiteValues) =>
    kind === 'xmpp' || kind === 'snac' ? siteAddressError(address.trim()) : null,
  domain: (domain: string, { kind }: SiteValues) => (kind === 'xmpp' ? siteDomainError(domain.trim()) : null),
  name: (name: string, { kind }: SiteValues) =>
    kind === 'described' || kind === 'own' ? siteNameError(name.trim()) : null,
};

/** A saved choice as it is typed; `none` stands for no choice. */
export function siteValuesOf(site: SiteChoice | null, none: '' | 'none'): SiteValues {
  const empty = { address: '', domain: '', name: '' };
  return site ? { ...empty, ...site } : { ...empty, kind: none };
}

/** The choice that is typed; undefined until a card is chosen. */
export function choiceOf({ kind, address, domain, name }: SiteValues): SiteChoice | null | undefined {
  switch (kind) {
    case '':
      return undefined;
    case 'none':
      return null;
    case 'practice':
      return { kind };
    case 'xmpp':
      return { kind, address: address.trim(), domain: domain.trim() };
    case 'snac':
      return { kind, address: address.trim() };
    default:
      return { kind, name: name.trim() };
  }
}
