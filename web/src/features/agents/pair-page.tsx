import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { parseUserCode } from '@pigeonpost/contract/account/pairings';
import type { Pairing } from '@pigeonpost/contract/calls/pairings';
import { ApiError } from '@pigeonpost/contract/client';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { paths } from '../../paths.ts';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { ButtonLink } from '../../ui/form/button-link.tsx';
import { Form } from '../../ui/form/form.tsx';
import { ReasonButton } from '../../ui/form/reason-button.tsx';
import { Breadcrumbs } from '../../ui/layout/breadcrumbs.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { DescriptionList } from '../../ui/layout/description-list.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { RelativeTime } from '../../ui/layout/time.tsx';
import { pairingQuery, useDecidePairing } from './api.ts';
import css from './pair-page.module.css';
import { formatSystem } from './parts/format-agent.ts';

const route = getRouteApi('/users/pair');

const TITLE = 'Connect an agent';
const NO_CODE = 'A code has eight letters, like BCDF-GHJK';

/** Looks up the code that an agent shows, and connects or refuses its machine. */
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
  // Wrong, or too many wrong ones: the way on is another code, and a retry would count as one more.
  if (error instanceof ApiError && error.refusal)
    return <CodeForm typed={user_code} error={error.refusal} onAgain={refetch} />;
  if (data) return <PairingCard pairing={data} />;
  if (!error)
    return (
      <div
        className={`${css.skeleton} surface`}
        role="status"
        aria-busy="true"
        aria-label="Looking for the agent"
      />
    );
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
      <Form className={`${css.form} stack`} onSubmit={submit}>
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

/** The machine of a code, with its owner's answers. */
function PairingCard({ pairing }: { pairing: Pairing }) {
  const { user_code, machine_name, platform, agent_version, same_address, created_at } = pairing;
  return (
    <Card>
      <p className={css.shown} translate="no">
        {user_code}
      </p>
      <DescriptionList
        items={[
          [
            'Machine',
            <span key="machine" dir="auto" className={css.machine}>
              {machine_name}
            </span>,
          ],
          ['System', formatSystem(platform)],
          ['Agent', `Version ${agent_version}`],
          ['Asked', <RelativeTime key="asked" iso={created_at} />],
          ['From', same_address ? 'The same network as this page' : 'A different network from this page'],
        ]}
      />
      <Standing pairing={pairing} />
    </Card>
  );
}

function Standing({ pairing: { user_code, machine_name, state } }: { pairing: Pairing }) {
  switch (state) {
    case 'waiting':
      return <Decision user_code={user_code} />;
    case 'approved':
      return <Said title="Waiting for the agent to answer…">It continues by itself within seconds.</Said>;
    case 'connected':
      return (
        <Said title="Connected" action={<ButtonLink to={paths.dashboard}>Go to the dashboard</ButtonLink>}>
          The agent on <b dir="auto">{machine_name}</b> works for you. You can revoke it in Settings.
        </Said>
      );
    case 'refused':
      return (
        <Said title="Refused" action={<OtherCode />}>
          This machine was refused. Its agent was told and stops.
        </Said>
      );
    case 'expired':
      return (
        <Said title="This code has expired" action={<OtherCode />}>
          A code is valid for ten minutes. The agent's window shows the next one.
        </Said>
      );
  }
}

function Decision({ user_code }: { user_code: string }) {
  const { mutate, isPending, variables } = useDecidePairing(user_code);
  const decide = (decision: 'approve' | 'refuse') => {
    if (!isPending) mutate(decision);
  };
  return (
    <>
      <p className={css.warning}>
        Connect only if an agent that you started yourself shows this code. A connected agent reads your lists
        and sends in your name: if somebody sent you here, press Refuse.
      </p>
      <div className={css.actions}>
        <ReasonButton loading={isPending && variables === 'approve'} onClick={() => decide('approve')}>
          Connect
        </ReasonButton>
        <Button variant="default" onClick={() => decide('refuse')}>
          Refuse
        </Button>
      </div>
    </>
  );
}

function Said({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  return (
    <div className={css.said}>
      <div role="status">
        <h2 className={css.title}>{title}</h2>
        <p className="dimmed">{children}</p>
      </div>
      {action}
    </div>
  );
}

function OtherCode() {
  return (
    <ButtonLink to={paths.pair} search={{}} variant="default">
      Enter another code
    </ButtonLink>
  );
}
