import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { repliesSettingsQuery, useSaveRepliesSettings } from '../api.ts';

const OFFERED_HOURS = 4;
const DONE = `Replies are read every ${OFFERED_HOURS} hours from now on.`;

/** Where replies are not read by themselves: offers it by one press (docs/behaviour.md#follow-ups). */
export function OfferReading() {
  const { data } = useQuery(repliesSettingsQuery);
  const { mutate, isPending } = useSaveRepliesSettings();
  if (!data || data.settings.read_replies_hours !== null) return null;
  return (
    <Notice
      label="Reading"
      title="Replies are read only where you ask."
      action={
        <Button
          variant="default"
          size="compact-sm"
          mod={{ loading: isPending }}
          onClick={() =>
            mutate({ read_replies_hours: OFFERED_HOURS }, { onSuccess: () => toast.success(DONE) })
          }
        >
          Read replies every {OFFERED_HOURS} hours
        </Button>
      }
    >
      A follow-up leaves out who has replied, as far as it was read.
    </Notice>
  );
}
