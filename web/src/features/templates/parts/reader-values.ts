import type { Values } from '@pigeonpost/contract/message-text';
import { useQuery } from '@tanstack/react-query';
import { personValuesQuery } from '../../people/api.ts';

const NOTHING: Values = {};

/** What is known of the person of this name, for a preview; nothing until it is there, or of a stranger. */
export function useReaderValues(name: string | undefined): Values {
  const { data } = useQuery({ ...personValuesQuery(name ?? ''), enabled: name !== undefined });
  return data ?? NOTHING;
}
