import type { ProfileRequest } from '@pigeonpost/contract/calls/profiles';
import type { Reply } from '@pigeonpost/contract/calls/replies';
import { isAutomatic, isUndecided } from '@pigeonpost/contract/people/replies';
import { shownName } from '@pigeonpost/contract/recipients';
import { IconBan, IconRobot } from '@tabler/icons-react';
import { useSubscriptionActive } from '../../api/session.ts';
import { PersonLink } from '../../names/person-link.tsx';
import { Badge } from '../../ui/feedback/badge.tsx';
import { ReasonButton } from '../../ui/form/reason-button.tsx';
import { RelativeTime } from '../../ui/layout/time.tsx';
import { useOpenWindow } from '../profiles/parts/rest-actions.ts';
import { useTakeReplyFor } from './api.ts';
import { DecideReply } from './parts/decide-reply.tsx';
import { replyWords } from './parts/reply-words.ts';
import css from './replies.module.css';

type ReplyRowProps = {
  reply: Reply;
  /** Open and close requests under way, by the profile's path. */
  requests: ReadonlyMap<string, ProfileRequest>;
};

/** What a person wrote, who is to decide on it where it may ask for a stop, and the profile whose thread it is. */
export function ReplyRow({ reply, requests }: ReplyRowProps) {
  const { recipient, text, at, do_not_contact, profile_name, profile_path } = reply;
  return (
    <>
      <p className={css.head}>
        <span className="one-line grow medium">
          <PersonLink name={recipient} />
        </span>
        <span className={`${css.when} dimmed`}>
          <RelativeTime iso={at} />
        </span>
      </p>
      <p className={`${css.text}${text ? '' : ' dimmed'}`} title={text ?? undefined} dir="auto">
        {replyWords(text)}
      </p>
      {isUndecided(reply) ? <DecideReply reply={reply} /> : null}
      {isAutomatic(reply.automatic) ? (
        <Badge tone="pending" icon={<IconRobot size={12} aria-hidden="true" />}>
          Automatic
        </Badge>
      ) : null}
      {do_not_contact ? (
        <Badge tone="failed" icon={<IconBan size={12} aria-hidden="true" />}>
          On do-not-contact
        </Badge>
      ) : null}
      <p className={css.foot}>
        <span className="one-line note grow" dir="auto">
          {profile_name ?? 'A profile that was deleted'}
        </span>
        <AutomaticButton reply={reply} />
        {profile_path === null ? null : (
          <OpenProfile name={profile_name ?? ''} path={profile_path} request={requests.get(profile_path)} />
        )}
      </p>
    </>
  );
}

/** Says that a machine wrote the reply, or that a person did. */
function AutomaticButton({ reply: { id, recipient, automatic } }: Pick<ReplyRowProps, 'reply'>) {
  const shown = shownName(recipient);
  const { mutate, isPending } = useTakeReplyFor(shown);
  const isNow = isAutomatic(automatic);
  const words = isNow ? 'Not automatic' : 'Mark as automatic';
  return (
    <ReasonButton
      variant="subtle"
      size="compact-sm"
      aria-label={`${words}: ${shown}`}
      loading={isPending}
      onClick={() => mutate({ id, is_automatic: !isNow })}
    >
      {words}
    </ReasonButton>
  );
}

type OpenProfileProps = { name: string; path: string; request: ProfileRequest | undefined };

function OpenProfile({ name, path, request }: OpenProfileProps) {
  const { open, underWay } = useOpenWindow(path, request);
  const offReason = useSubscriptionActive() ? undefined : 'Renew to use profiles';
  return (
    <ReasonButton
      variant="subtle"
      size="compact-sm"
      aria-label={underWay ?? `Open Profile ${name}`}
      reason={underWay ?? offReason}
      onClick={open}
    >
      {underWay ?? 'Open Profile'}
    </ReasonButton>
  );
}
