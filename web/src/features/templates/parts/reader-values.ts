import { useQuery } from '@tanstack/react-query';
import { personValuesQuery } from '../../people/api.ts';
import { mayUseFields } from './plain-text.ts';

type Values = Readonly<Record<string, string>>;

/** What is known of the person of this name, where one of these texts asks for it; undefined until it is there. */
export function useReaderValues(name: string | undefined, texts: readonly string[]): Values | undefined {
  const isAsked = name !== undefined && texts.some(mayUseFields);
  return useQuery({ ...personValuesQuery(name ?? ''), enabled: isAsked }).data;
}
