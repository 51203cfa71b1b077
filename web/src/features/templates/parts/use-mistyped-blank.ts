import type { NameKind } from '@pigeonpost/contract/recipients';
import { queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import { settingsQuery } from '../../../account/settings.ts';
import { fieldKeys } from '../../../query-keys.ts';
import { fieldsQuery } from '../../fields/api.ts';
import { correctBlanks, findLikeABlank, type Mistyped, mayBeOfTools } from './mistyped-blank.ts';
import { isPlainText } from './plain-text.ts';

/** A text that looks like a blank and is none, the blank that is meant, and the message with all of them corrected. */
type Found = { mistyped: string; meant: string; corrected: string };

/**
 * The first text in a message that looks like a blank and is none; undefined without one, and until the fields are known
 * that the message may mean.
 */
export function useMistypedBlank(content: string): Found | undefined {
  const isPlain = isPlainText(content) && !mayBeOfTools(content);
  const fields = useQuery({ ...fieldsQuery, enabled: !isPlain }).data?.map(({ name }) => name);
  const kind = useQuery({ ...settingsQuery, enabled: !isPlain }).data?.settings.names;
  const { data } = useQuery(amongFieldsQuery(content, fields && kind && { fields, kind }));
  return (isPlain ? found(content, findLikeABlank) : data) ?? undefined;
}

/** The same of a text with other blanks, once it is known what they may be. */
function amongFieldsQuery(content: string, known: { fields: string[]; kind: NameKind } | undefined) {
  return queryOptions({
    queryKey: [...fieldKeys.all, 'mistyped', content, known],
    queryFn: known
      ? async () => {
          const { mistypedFinder } = await import('../mistyped-among-fields.ts');
          return found(content, mistypedFinder(known));
        }
      : skipToken,
  });
}

function found(content: string, find: (content: string) => Mistyped | undefined): Found | null {
  const mistyped = find(content);
  if (mistyped === undefined) return null;
  return { mistyped: mistyped.text, meant: mistyped.meant, corrected: correctBlanks(content, find) };
}
