import { Button } from '@mantine/core';
import type { Reply } from '@pigeonpost/contract/calls/replies';
import { shownName } from '@pigeonpost/contract/recipients';
import { IconCheck } from '@tabler/icons-react';
import { useDecideReply } from '../api.ts';
import css from './decide-reply.module.css';

/** Whether a reply asks for no more messages, for its owner to say (docs/behaviour.md#stop-words). */
export function DecideReply({ reply: { id, recipient } }: { reply: Reply }) {
  const shown = shownName(recipient);
  const { mutate, isPending, variables } = useDecideReply(shown);
  const decide = (is_stop: boolean) => (isPending ? undefined : mutate({ id, is_stop }));
  const isAsked = (is_stop: boolean) => isPending && variables.is_stop === is_stop;
  return (
    <p className={css.decide}>
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconCheck size={14} />}
        aria-label={`No stop meant by ${shown}`}
        mod={{ loading: isAsked(false) }}
        onClick={() => decide(false)}
      >
        No stop meant
      </Button>
      <Button
        variant="default"
        size="compact-sm"
        className={css.stop}
        aria-label={`Do not contact ${shown}`}
        mod={{ loading: isAsked(true) }}
        onClick={() => decide(true)}
      >
        Do not contact
      </Button>
    </p>
  );
}
