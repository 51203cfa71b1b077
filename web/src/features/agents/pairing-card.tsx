import { Button } from '@mantine/core';
import type { Pairing } from '@pigeonpost/contract/calls/pairings';
import type { ReactNode } from 'react';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/form/button-link.tsx';
import { ReasonButton } from '../../ui/form/reason-button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { DescriptionList } from '../../ui/layout/description-list.tsx';
import { RelativeTime } from '../../ui/layout/time.tsx';
import { useDecidePairing } from './api.ts';
import css from './pair-page.module.css';
import { formatSystem } from './parts/format-agent.ts';

/** The machine that shows a code, and what its owner says to it. */
export function PairingCard({ pairing }: { pairing: Pairing }) {
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
        <p className={css.sentence}>{children}</p>
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
