import { readTokens, USERNAME, type Values } from '@pigeonpost/contract/message-text';
import { useQuery } from '@tanstack/react-query';
import { personValuesQuery } from '../../people/api.ts';

const NOTHING: Values = {};

/** What is known of the person of this name, where one of these texts asks for it; nothing until it is there. */
export function useReaderValues(name: string | undefined, texts: readonly string[]): Values {
  const isAsked = name !== undefined && texts.some(hasFieldBlanks);
  const { data } = useQuery({ ...personValuesQuery(name ?? ''), enabled: isAsked });
  return data ?? NOTHING;
}

/** Whether a text has a blank besides {username}. */
export function hasFieldBlanks(text: string): boolean {
  return readTokens(text).some(({ part }) => typeof part !== 'string' && part.name !== USERNAME);
}
