import { IconSend } from '@tabler/icons-react';
import { useSubscriptionActive } from '../../../api/session.ts';
import { lazyPart } from '../../../ui/feedback/lazy-part.tsx';
import { ReasonButton } from '../../../ui/form/reason-button.tsx';
import { useKeptState } from '../../../ui/form/use-kept-form.ts';
import { MessageBubble } from './message-bubble.tsx';
import css from './send-test.module.css';

const TestDialog = lazyPart(() =>
  import('../../tests/parts/send-test-dialog.tsx').then((m) => m.SendTestDialog),
);

/** Sends a text to oneself. */
export function SendTestDialog({ text, onClose }: { text: string; onClose: () => void }) {
  const bubble = (name: string | undefined) => <MessageBubble text={text} name={name} />;
  return <TestDialog text={text} bubble={bubble} onClose={onClose} />;
}

type SendTestProps = { text: string; isCompact?: boolean };

/** Opens the dialog that sends a text to oneself (docs/behaviour.md#tests). */
export function SendTest(props: SendTestProps) {
  const [isAsked, setAsked] = useKeptState('test dialog', false);
  return (
    <>
      <SendTestButton {...props} onPress={() => setAsked(true)} />
      {isAsked ? <SendTestDialog text={props.text} onClose={() => setAsked(false)} /> : null}
    </>
  );
}

/** Its button alone, inside a form: a dialog there would submit the form. */
export function SendTestButton({
  text,
  isCompact = false,
  onPress,
}: SendTestProps & { onPress: () => void }) {
  const isActive = useSubscriptionActive();
  const reason = text.trim() === '' ? 'Write a message first' : undefined;
  return (
    <ReasonButton
      className={css.button}
      variant="default"
      size={isCompact ? 'compact-sm' : 'sm'}
      leftSection={<IconSend size={isCompact ? 14 : 16} />}
      reason={isActive ? reason : 'Renew to send a test'}
      onClick={onPress}
    >
      Send a test
    </ReasonButton>
  );
}
