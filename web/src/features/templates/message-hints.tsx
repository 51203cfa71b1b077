import { countCharacters } from '@pigeonpost/contract/characters';
import { fillUsername } from '@pigeonpost/contract/message-text';
import { TEMPLATE_CONTENT_MAX } from '@pigeonpost/contract/templates';
import { IconAlertTriangle } from '@tabler/icons-react';
import { formatCount } from '../../format/format-number.ts';
import { correctBlank, findMistypedBlank } from './parts/mistyped-blank.ts';
import { LONGEST_NAME } from './read-as-field.tsx';
import css from './templates.module.css';

type MessageHintsProps = { content: string; onContent: (content: string) => void };

/** Probable mistakes in a message; none of them prevents saving. */
export function MessageHints({ content, onContent }: MessageHintsProps) {
  const mistyped = findMistypedBlank(content);
  const longest = countCharacters(fillUsername(content, LONGEST_NAME));
  return (
    <div role="status">
      {mistyped ? (
        <p className={css.hint}>
          <IconAlertTriangle size={16} aria-hidden="true" />
          <span>
            <code>{mistyped}</code> would be sent as it stands.
          </span>
          <button
            type="button"
            className={`${css.insert} text-button`}
            onClick={() => onContent(correctBlank(content, mistyped))}
          >
            Change it to {'{username}'}
          </button>
        </p>
      ) : null}
      {longest > TEMPLATE_CONTENT_MAX ? (
        <p className={css.hint}>
          <IconAlertTriangle size={16} aria-hidden="true" />
          <span>
            With a long name this message has {formatCount(longest)} characters; Instagram takes{' '}
            {formatCount(TEMPLATE_CONTENT_MAX)}.
          </span>
        </p>
      ) : null}
    </div>
  );
}
