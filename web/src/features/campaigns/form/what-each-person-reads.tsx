import { useQuery } from '@tanstack/react-query';
import { Card } from '../../../ui/layout/card.tsx';
import { firstNameQuery } from '../../lists/api.ts';
import { MessageBubble } from '../../templates/parts/message-bubble.tsx';
import { SendTest } from '../../templates/parts/send-test.tsx';

interface WhatEachPersonReadsProps {
  /** The chosen template, or the campaign's own text. */
  template: { content: string } | undefined;
  /** The chosen list, whose first person is the example. */
  list: { id: number } | undefined;
}

/** The message of a campaign that is made or edited, with a real name of its list. */
export function WhatEachPersonReads({ template, list }: WhatEachPersonReadsProps) {
  const name = useQuery({ ...firstNameQuery(list?.id ?? 0), enabled: list !== undefined }).data;
  return (
    <Card
      title="What each person reads"
      aside={template ? <SendTest text={template.content} isCompact /> : undefined}
    >
      {template ? (
        <MessageBubble text={template.content} name={name ?? undefined} />
      ) : (
        <p className="dimmed">Choose a template to read it here.</p>
      )}
    </Card>
  );
}
