import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { ApiError } from '@pigeonpost/contract/client';
import { parseUserCode } from '@pigeonpost/contract/pairings';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { paths } from '../../paths.ts';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { Form } from '../../ui/form/form.tsx';
import { ReasonButton } from '../../ui/form/reason-button.tsx';
import { Breadcrumbs } from '../../ui/layout/breadcrumbs.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { pairingQuery } from './api.ts';
import css from './pair-page.module.css';
import { PairingCard } from './pairing-card.tsx';

const route = getRouteApi('/users/pair');

const TITLE = 'Connect an agent';
const NO_CODE = 'A code has eight letters, like BCDF-GHJK';

/** Where the code that an agent shows is looked up, and its machine connected or refused. */
export function PairPage() {
  const { code } = route.useSearch();
  return (
    <div className={css.page}>
      <Breadcrumbs section="Settings" to={paths.settings} current={TITLE} />
      <PageHeader title={TITLE} note="An agent that starts without a token shows a code." />
      {code === undefined ? <CodeForm /> : <ByCode key={code} code={code} />}
    </div>
  );
}

function ByCode({ code }: { code: string }) {
  const user_code = parseUserCode(code);
  const query = useQuery({ ...pairingQuery(user_code ?? ''), enabled: user_code !== undefined });
  const { data, error, refetch } = query;
  if (user_code === undefined) return <CodeForm typed={code} error={NO_CODE} />;
  // Wrong, or too many wrong ones: another code is the way on, and asking again would count as one more.
  if (error instanceof ApiError && error.refusal)
    return <CodeForm typed={user_code} error={error.refusal} onAgain={refetch} />;
  if (data) return <PairingCard pairing={data} />;
  if (!error)
    return <div className={css.skeleton} role="status" aria-busy="true" aria-label="Looking for the agent" />;
  return (
    <Card>
      <ErrorState title="Failed to look up the code" error={error} onRetry={refetch} />
    </Card>
  );
}

type CodeFormProps = {
  typed?: string;
  error?: string;
  /** The same code once more. */
  onAgain?: () => unknown;
};

function CodeForm({ typed = '', error, onAgain }: CodeFormProps) {
  const navigate = useNavigate();
  const form = useForm({ initialValues: { code: typed }, initialErrors: { code: error } });
  const submit = form.onSubmit(({ code }) => {
    const user_code = parseUserCode(code);
    if (!user_code) {
      form.setErrors({ code: NO_CODE });
      return;
    }
    if (user_code === typed) onAgain?.();
    else void navigate({ to: paths.pair, search: { code: user_code } });
  });
  return (
    <Card>
      <Form className={css.form} onSubmit={submit}>
        <TextInput
          label="Code"
          description="The agent's window shows it."
          placeholder="XXXX-XXXX"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          autoFocus
          classNames={{ input: css.code }}
          {...form.getInputProps('code')}
        />
        <ReasonButton type="submit">Look up</ReasonButton>
      </Form>
    </Card>
  );
}
