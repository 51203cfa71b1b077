import { useDebouncedValue } from '@mantine/hooks';
import { countCharacters } from '@pigeonpost/contract/text/characters';
import { useQuery } from '@tanstack/react-query';
import { type DraftPlan, draftPlanQuery, type ShownList } from './api.ts';
import { mayUseFields } from './parts/plain-text.ts';

const TYPING_PAUSE_MS = 400;

/** Who of the shown list would get a text while it is typed; nothing without a field, and until it is counted. */
export function useDraftPlan(content: string, shown: ShownList | undefined) {
  const [settled] = useDebouncedValue(content, TYPING_PAUSE_MS);
  const list_id = shown?.id ?? 0;
  const isAsked = list_id > 0 && mayUseFields(settled);
  const { data, error, refetch } = useQuery({
    ...draftPlanQuery({ list_id, content: settled }),
    enabled: isAsked,
  });
  if (!isAsked || !mayUseFields(content)) return { planned: undefined, failure: undefined };
  return {
    // Until it is counted, that of the text before holds, but none of another list.
    planned: data?.list_id === list_id ? data : undefined,
    failure: error ? { error, retry: refetch } : undefined,
  };
}

/** The characters of the longest message, with what was typed since the count. */
export function longestFilled({ content, plan }: DraftPlan, typed: string): number {
  return plan.longest + countCharacters(typed) - countCharacters(content);
}

/** How many people the plan speaks of. */
export function plannedPeople({ plan }: DraftPlan): number {
  return plan.will_not.reduce((sum, { count }) => sum + count, plan.will);
}
