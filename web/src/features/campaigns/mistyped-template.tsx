import type { Template } from '@pigeonpost/contract/calls/templates';
import { toast } from '../../ui/feedback/toast.ts';
import { useSaveTemplate } from '../templates/api.ts';
import { correctBlanks, findMistypedBlank } from '../templates/parts/mistyped-blank.ts';
import css from './new-campaign.module.css';

/** Beside Create and start: that something in the template looks like {username} and is none, with the mend. */
export function MistypedTemplate({ template }: { template: Template }) {
  const { mutate, isPending } = useSaveTemplate(template);
  const mistyped = findMistypedBlank(template.content);
  if (mistyped === undefined) return null;
  const mend = () => {
    if (isPending) return;
    mutate(
      { content: correctBlanks(template.content) },
      {
        onSuccess: () => toast.success(`${template.name} changed.`),
        onError: (error) => toast.failure(error, 'Failed to save template'),
      },
    );
  };
  return (
    <p className={css.warning} role="status">
      <code>{mistyped}</code> would be sent as it stands.{' '}
      <button type="button" className={css.mend} onClick={mend}>
        Change it to {'{username}'}
      </button>
    </p>
  );
}
