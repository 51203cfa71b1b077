import { useQuery } from '@tanstack/react-query';
import { fieldsQuery } from '../../fields/api.ts';
import { correctBlanks, findMistypedBlank } from './mistyped-blank.ts';
import { hasFieldBlanks } from './reader-values.ts';

/**
 * The first text in a message that looks like a blank and is none, and the message with {username} in its place;
 * undefined without one, and until the fields are known that the message may mean.
 */
export function useMistypedBlank(content: string): { mistyped: string; corrected: string } | undefined {
  const mayMeanFields = hasFieldBlanks(content);
  const { data: fields } = useQuery({ ...fieldsQuery, enabled: mayMeanFields });
  if (mayMeanFields && !fields) return undefined;
  const names = fields?.map(({ name }) => name) ?? [];
  const mistyped = findMistypedBlank(content, names);
  return mistyped === undefined ? undefined : { mistyped, corrected: correctBlanks(content, names) };
}
