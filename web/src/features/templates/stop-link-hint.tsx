import { NO_SENDER_NAME, OPTOUT, STOP_SENTENCE } from '@pigeonpost/contract/people/stop-link';
import { hasStopLink, readTokens } from '@pigeonpost/contract/text/message-text';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { paths } from '../../paths.ts';
import { peopleSettingsQuery } from '../stop-link/api.ts';
import { Hint, TextButton } from './hint.tsx';

type StopLinkHintProps = { content: string; onContent: (content: string) => void };

/** Why the stop link of a message cannot work (docs/behaviour.md#the-stop-link). */
export function StopLinkHint({ content, onContent }: StopLinkHintProps) {
  const hasLink = hasStopLink(content);
  const { data } = useQuery({ ...peopleSettingsQuery, enabled: hasLink });
  if (!hasLink || !data) return null;
  const { address, is_public, reads_replies } = data.stop_link;
  if (is_public)
    return data.sender_name === null ? (
      <Hint
        actions={
          <Link to={paths.settingsPeople} search={{ line: 'sender' }}>
            Settings
          </Link>
        }
      >
        {NO_SENDER_NAME}
      </Hint>
    ) : null;
  const insert = () => onContent(withSentence(content));
  return (
    <Hint actions={reads_replies ? <TextButton onPress={insert}>Insert this sentence</TextButton> : null}>
      <b>People cannot open this link.</b> Nobody outside this computer reaches {address}. Give the server a
      public address (PUBLIC_URL), or end your message with “{STOP_SENTENCE}”
      {reads_replies
        ? ': a reply like that puts them on do-not-contact.'
        : ', and read the replies yourself.'}
    </Hint>
  );
}

/** The message with the sentence in the place of its link. */
function withSentence(content: string): string {
  let isIn = false;
  return readTokens(content)
    .map(({ source, part }) => {
      if (typeof part === 'string' || part.name !== OPTOUT) return source;
      const words = isIn ? '' : STOP_SENTENCE;
      isIn = true;
      return words;
    })
    .join('');
}
