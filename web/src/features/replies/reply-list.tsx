import type { ProfileRequest } from '@pigeonpost/contract/calls/profiles';
import type { Reply } from '@pigeonpost/contract/calls/replies';
import css from './replies.module.css';
import { ReplyRow } from './reply-row.tsx';

type ReplyListProps = {
  label: string;
  replies: Reply[];
  /** Open and close requests under way, by the profile's path. */
  requests: ReadonlyMap<string, ProfileRequest>;
};

/** Replies one below the other; nothing without any. */
export function ReplyList({ label, replies, requests }: ReplyListProps) {
  if (replies.length === 0) return null;
  return (
    <ol className={css.replies} aria-label={label} tabIndex={-1} data-focus-home>
      {replies.map((reply) => (
        <li key={reply.id} className={css.reply} data-row>
          <ReplyRow reply={reply} requests={requests} />
        </li>
      ))}
    </ol>
  );
}
