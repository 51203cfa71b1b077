import { Button } from '@mantine/core';
import { TICKET_MESSAGE_MAX } from '@pigeonpost/contract/account/support';
import { IconCheck, IconSend } from '@tabler/icons-react';
import { type FormEvent, type KeyboardEvent, useRef } from 'react';
import { toast } from '../../ui/feedback/toast.ts';
import { isFocusElsewhere } from '../../ui/focus/keep-focus.ts';
import { useLeaveQuestion } from '../../ui/form/leave-question.ts';
import { enforceLimit } from '../../ui/form/limited-field.ts';
import { useKeptState } from '../../ui/form/use-kept-form.ts';
import { useSendMessage } from './api.ts';
import css from './thread.module.css';

type SendBoxProps = {
  ticket_id: number;
  to: string;
  /** Whether the same press may resolve the ticket. */
  canResolve: boolean;
};

/** Writes on a ticket. Unsent text stays in the field. */
export function SendBox({ ticket_id, to, canResolve }: SendBoxProps) {
  const { mutateAsync, isPending } = useSendMessage(ticket_id);
  const field = useRef<HTMLTextAreaElement>(null);
  const isSending = useRef(false);
  const [text, setText] = useKeptState(`message on ticket ${ticket_id}`, '');
  const isOff = text.trim() === '' || isPending;
  useLeaveQuestion(!isOff, {
    title: 'Discard this message?',
    body: 'It is not sent yet.',
  });
  const send = async (resolve = false) => {
    // Set before it is drawn as disabled: a double click sends once.
    if (isOff || isSending.current) return;
    isSending.current = true;
    try {
      await mutateAsync({ message: text, resolve });
      setText((typed) => (typed.startsWith(text) ? typed.slice(text.length).trimStart() : typed));
      toast.success('Message sent successfully');
    } catch (error) {
      toast.failure(error, 'Failed to send message');
    }
    isSending.current = false;
    if (field.current?.form && !isFocusElsewhere(field.current.form)) field.current.focus();
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void send();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void send();
  };
  return (
    <form className={css.box} data-foot="message" onSubmit={onSubmit}>
      <textarea
        ref={field}
        className={css.field}
        aria-label="Message"
        placeholder={`Write to ${to}`}
        dir="auto"
        rows={1}
        value={text}
        onChange={(event) => setText(enforceLimit(event.currentTarget, TICKET_MESSAGE_MAX))}
        onKeyDown={onKeyDown}
      />
      <div className={`${css.foot} spread`}>
        <span className={css.hint}>Ctrl Enter sends</span>
        {canResolve ? (
          <Button
            variant="default"
            className={css.resolve}
            leftSection={<IconCheck size={16} />}
            disabled={isOff}
            onClick={() => void send(true)}
          >
            Send and resolve
          </Button>
        ) : null}
        <Button type="submit" leftSection={<IconSend size={16} />} disabled={isOff}>
          Send
        </Button>
      </div>
    </form>
  );
}
