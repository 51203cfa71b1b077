import type { Campaign } from '@pigeonpost/contract/calls/campaigns';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { useSubscriptionActive } from '../../api/session.ts';
import { Notice } from '../../ui/feedback/notice.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { ReasonButton } from '../../ui/form/reason-button.tsx';
import { correctBlanks, findMistypedBlank } from '../templates/parts/mistyped-blank.ts';

/** On a campaign that has not started: that something in its message looks like {username} and is none, with the mend. */
export function MistypedMessage({ campaign }: { campaign: Campaign }) {
  const { id, status, template_content } = campaign;
  const isActive = useSubscriptionActive();
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (content: string) =>
      call('PUT /api/campaigns/{id}/message', { params: { id }, body: { template_content: content } }),
    onSettled: (_answer, _error, _content, _result, { client }) =>
      client.invalidateQueries({ queryKey: ['campaigns'] }),
  });
  const mistyped = findMistypedBlank(template_content);
  if (status !== 'pending' || mistyped === undefined) return null;
  const mend = async () => {
    try {
      await mutateAsync(correctBlanks(template_content));
      toast.success('Message changed.');
    } catch (error) {
      toast.failure(error, 'Failed to change the message');
    }
  };
  return (
    <Notice
      icon={<IconAlertTriangle size={18} />}
      title={`${mistyped} would be sent as it stands.`}
      action={
        <ReasonButton
          variant="default"
          loading={isPending}
          reason={isActive ? undefined : 'Renew to change messages'}
          onClick={mend}
        >
          Change it to {'{username}'}
        </ReasonButton>
      }
    >
      Nobody’s name takes its place.
    </Notice>
  );
}
