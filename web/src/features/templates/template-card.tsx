import type { Template } from '@pigeonpost/contract/calls/templates';
import { countCharacters } from '@pigeonpost/contract/text/characters';
import { IconCheck, IconCopy, IconPencil, IconSend, IconTrash } from '@tabler/icons-react';
import { formatNoun } from '../../format/format-number.ts';
import { Badge } from '../../ui/feedback/badge.tsx';
import { ReasonButton, ReasonIcon } from '../../ui/form/reason-button.tsx';
import { useKeptState } from '../../ui/form/use-kept-form.ts';
import { CardHead } from '../../ui/table/card-grid.tsx';
import { RowMenu } from '../../ui/table/row-menu.tsx';
import { MessageBubble } from './parts/message-bubble.tsx';
import { SendTestDialog } from './parts/send-test.tsx';
import { useTemplateActions } from './template-actions.ts';
import css from './templates.module.css';

type TemplateCardProps = {
  template: Template;
  /** The name in the message; undefined shows the blanks in words. */
  readAs: string | undefined;
  /** The campaign that still needs it. */
  campaign: string | undefined;
  /** Why nothing can be changed. */
  offReason: string | undefined;
  onEdit: (template: Template) => void;
  onDuplicate: (template: Template) => void;
};

/** A template as its reader gets it, with its actions. */
export function TemplateCard(props: TemplateCardProps) {
  const { template, readAs, campaign } = props;
  const { name, content, is_selected } = template;
  const length = formatNoun(countCharacters(content), 'character');
  return (
    <>
      <CardHead
        name={name}
        aside={
          is_selected ? (
            <Badge tone="running" icon={<IconCheck size={12} aria-hidden="true" />}>
              Selected
            </Badge>
          ) : null
        }
      />
      <div className={css.message} title={content.length > 240 ? content : undefined}>
        <MessageBubble text={content} name={readAs} />
      </div>
      <div className={css.foot}>
        <p className="note grow">{campaign ? `${length}, in ${campaign}` : length}</p>
        <Actions {...props} />
      </div>
    </>
  );
}

function Actions({ template, campaign, offReason, onEdit, onDuplicate }: TemplateCardProps) {
  const { name, is_selected } = template;
  const { select, remove } = useTemplateActions(template);
  const [isTesting, setTesting] = useKeptState(`test of template ${template.id}`, false);
  return (
    <div className={css.actions}>
      {is_selected ? null : (
        <ReasonButton
          variant="default"
          size="compact-sm"
          reason={offReason}
          aria-label={`Select ${name}`}
          onClick={select}
        >
          Select
        </ReasonButton>
      )}
      <ReasonIcon label={`Edit ${name}`} reason={offReason} onClick={() => onEdit(template)}>
        <IconPencil size={16} />
      </ReasonIcon>
      <RowMenu
        label={`More for ${name}`}
        items={[
          { label: 'Send a test', icon: IconSend, offReason, onPress: () => setTesting(true) },
          { label: 'Duplicate', icon: IconCopy, offReason, onPress: () => onDuplicate(template) },
          {
            label: 'Delete Template',
            icon: IconTrash,
            danger: true,
            offReason: offReason ?? (campaign ? `Used by ${campaign}` : undefined),
            onPress: remove,
          },
        ]}
      />
      {isTesting ? <SendTestDialog text={template.content} onClose={() => setTesting(false)} /> : null}
    </div>
  );
}
