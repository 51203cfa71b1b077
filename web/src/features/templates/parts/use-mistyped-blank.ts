import { queryOptions, useQuery } from '@tanstack/react-query';
import { fieldKeys } from '../../../query-keys.ts';
import { correctBlanks, findLikeABlank } from './mistyped-blank.ts';
import { isPlainText } from './plain-text.ts';

/**
 * The first text in a message that looks like a blank and is none, and the message with {username} in its place;
 * undefined without one, and until the fields are known that the message may mean.
 */
export function useMistypedBlank(content: string): { mistyped: string; corrected: string } | undefined {
  const isPlain = isPlainText(content);
  const { data } = useQuery({ ...amongFieldsQuery(content), enabled: !isPlain });
  return (isPlain ? found(content, findLikeABlank) : data) ?? undefined;
}

/** The same of a text with other blanks. */
function amongFieldsQuery(content: string) {
  return queryOptions({
    queryKey: [...fieldKeys.all, 'mistyped', content],
    queryFn: async ({ client }) => {
      const { mistypedFinder } = await import('../mistyped-among-fields.ts');
      return found(content, await mistypedFinder(client, content));
    },
  });
}

function found(content: string, find: (content: string) => string | undefined) {
  const mistyped = find(content);
  return mistyped === undefined ? null : { mistyped, corrected: correctBlanks(content, find) };
}
