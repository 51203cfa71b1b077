import './dialog-styles.ts';
import { Button, Modal } from '@mantine/core';
import type { Question } from './confirm.ts';
import css from './form-dialog.module.css';
import { useReturnFocus } from './return-focus.ts';

/** One question: what will happen, Cancel (which has the focus), and the verb. */
export function ConfirmDialog(props: Question & { answer: (agreed: boolean) => void }) {
  const { title, body, confirmLabel, harmless, answer } = props;
  useReturnFocus();
  return (
    <Modal
      opened
      onClose={() => answer(false)}
      title={title}
      size={440}
      centered
      returnFocus={false}
      withCloseButton={false}
      transitionProps={{ duration: 120, transition: 'fade' }}
      attributes={{ header: { role: 'presentation' } }}
      classNames={{
        content: css.content ?? '',
        header: css.header ?? '',
        title: css.title ?? '',
        body: css.body ?? '',
      }}
    >
      <div className={css.sentence}>{body}</div>
      <div className={css.footer}>
        <Button variant="default" data-autofocus onClick={() => answer(false)}>
          Cancel
        </Button>
        <Button className={harmless ? undefined : css.danger} onClick={() => answer(true)}>
          {confirmLabel}
        </Button>
      </div>
    </Modal>
  );
}
