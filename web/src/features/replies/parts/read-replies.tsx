import type { Reading } from '@pigeonpost/contract/calls/reply-readings';
import { IconRefresh } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { formatCount, formatNoun } from '../../../format/format-number.ts';
import { campaignKeys, replyKeys } from '../../../query-keys.ts';
import { ReasonButton } from '../../../ui/form/reason-button.tsx';
import { isReading, readingQuery, useReadReplies } from '../api.ts';
import css from '../replies.module.css';

/** Has the replies of a campaign's profiles read now, and says how far that is. */
export function ReadNow({ profile_ids }: { profile_ids: number[] }) {
  const { data: reading } = useQuery(readingQuery);
  const { mutate, isPending } = useReadReplies();
  useEndOfReading(reading);
  const isUnderWay = isReading(reading) || isPending;
  return (
    <ReasonButton
      variant="subtle"
      size="compact-sm"
      leftSection={<IconRefresh size={16} />}
      loading={isUnderWay}
      reason={profile_ids.length === 0 ? 'The profiles of this campaign were deleted' : undefined}
      onClick={() => mutate(profile_ids)}
    >
      {isUnderWay ? 'Reading…' : 'Read now'}
    </ReasonButton>
  );
}

/** Fetches what a reading brought. A short one may end before the page has seen it under way. */
function useEndOfReading(reading: Reading | null | undefined): void {
  const queries = useQueryClient();
  const seenEnd = useRef<string | null>(undefined);
  const isFetched = reading !== undefined;
  const end = reading?.completed_at ?? null;
  useEffect(() => {
    if (!isFetched) return;
    if (seenEnd.current !== undefined && end !== null && end !== seenEnd.current) {
      void queries.invalidateQueries({ queryKey: replyKeys.all });
      void queries.invalidateQueries({ queryKey: campaignKeys.all });
    }
    seenEnd.current = end;
  }, [isFetched, end, queries]);
}

/** How far the reading of a campaign's profiles is, or what kept it from some of them. */
export function ReadingState({ profile_ids }: { profile_ids: number[] }) {
  const { data: reading } = useQuery(readingQuery);
  const own = reading?.profiles.filter(({ profile_id }) => profile_ids.includes(profile_id)) ?? [];
  return (
    <p className={css.state} role="status">
      {reading && own.length > 0 ? readingWords(reading, own) : ''}
    </p>
  );
}

/** 'Reading, 2 of 4 profiles done.', 'Not read with kiln.club: it is signed out. 7 others wrote too.' */
export function readingWords(
  { status, error_message }: Pick<Reading, 'status' | 'error_message'>,
  profiles: Reading['profiles'],
): string {
  if (status === 'pending') return 'Waiting for a machine that can read replies.';
  const done = profiles.filter(({ state }) => state === 'read' || state === 'failed').length;
  if (status === 'running')
    return `Reading, ${formatCount(done)} of ${formatNoun(profiles.length, 'profile')} done.`;
  const failed = profiles.filter(({ error }) => error !== null);
  const others = profiles.reduce((sum, profile) => sum + profile.others, 0);
  const words = failed.map(({ profile_name, error }) => `Not read with ${profile_name}: ${error}`);
  if (words.length === 0 && error_message) words.push(`Not read: ${error_message}`);
  if (others > 0) words.push(`${formatNoun(others, 'other')} wrote too; nothing of that is kept.`);
  return words.join(' ');
}
