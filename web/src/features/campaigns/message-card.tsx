import type { Campaign } from '@pigeonpost/contract/calls/campaigns';
import { Card } from '../../ui/card.tsx';
import { MessageBubble } from '../../ui/message-bubble.tsx';

/** The message as it was when the campaign was made, its blank marked. */
export function MessageCard({ campaign }: { campaign: Campaign }) {
  return (
    <Card title="Message Template" note={campaign.template_name}>
      <MessageBubble text={campaign.template_content} />
    </Card>
  );
}
