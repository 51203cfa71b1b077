import { ApiError } from '@pigeonpost/contract/client';
import { PEOPLE_PAGE_SIZE } from '@pigeonpost/contract/limits';
import { nameForm } from '@pigeonpost/contract/names/name-form';
import { shownName } from '@pigeonpost/contract/recipients';
import { IconEraser, IconMessageReply, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useCanGoBack, useNavigate, useRouter } from '@tanstack/react-router';
import { useNameDomain, useNameKind } from '../../account/settings.ts';
import { useRefetchOnProgress } from '../../api/refetch-soon.ts';
import { useSubscriptionActive } from '../../api/session.ts';
import { formatNoun } from '../../format/format-number.ts';
import { formatDay } from '../../format/format-time.ts';
import { nameError } from '../../names/name-error.ts';
import { paths } from '../../paths.ts';
import { peopleKeys } from '../../query-keys.ts';
import { Badge } from '../../ui/feedback/badge.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';
import { ReasonButton } from '../../ui/form/reason-button.tsx';
import { useKeptState } from '../../ui/form/use-kept-form.ts';
import { Breadcrumbs } from '../../ui/layout/breadcrumbs.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { Pagination } from '../../ui/table/pagination.tsx';
import { RowMenu } from '../../ui/table/row-menu.tsx';
import { PersonSources } from '../sources/parts/person-sources.tsx';
import { SubscriptionNotice } from '../subscription/parts/subscription-notice.tsx';
import { type Person, personQuery } from './api.ts';
import { BeginKnown } from './known/begin.tsx';
import { Happened } from './known/happened.tsx';
import { KnownCard } from './known/known-card.tsx';
import css from './person.module.css';
import { PersonCampaigns } from './person-campaigns.tsx';
import { PersonContact } from './person-contact.tsx';
import { PersonLists } from './person-lists.tsx';

const AddToListDialog = lazyPart(() => import('./add-to-list-dialog.tsx').then((m) => m.AddToListDialog));

const EraseDialog = lazyPart(() => import('../erasures/parts/erase-dialog.tsx').then((m) => m.EraseDialog));

const route = getRouteApi('/users/people/$name');

/** A person: their lists, campaigns, and do-not-contact. */
export function PersonPage() {
  const rules = { kind: useNameKind(), domain: useNameDomain() };
  const name = nameForm(route.useParams().name, rules);
  return <PersonByName key={name} name={name} />;
}

function PersonByName({ name }: { name: string }) {
  const { page = 1, add } = route.useSearch();
  const navigate = useNavigate();
  const query = useQuery(personQuery(name, { page, limit: PEOPLE_PAGE_SIZE }));
  useRefetchOnProgress(peopleKeys.all);
  const isNobody = query.error instanceof ApiError && query.error.status === 404;
  const person = isNobody ? undefined : query.data?.person;
  const shown = shownName(name);
  const change = (search: { page?: number; add?: true }) =>
    navigate({ to: '.', replace: !search.page, resetScroll: false, search });
  const known = useKnown(name, person);
  const totalItems = query.data?.pagination.totalItems ?? 0;
  const foot =
    totalItems > PEOPLE_PAGE_SIZE ? (
      <Pagination
        page={page}
        pageSize={PEOPLE_PAGE_SIZE}
        totalItems={totalItems}
        onPage={(next) => change(next > 1 ? { page: next } : {})}
      />
    ) : null;
  const addOff = useAddOffReason(name);
  const [isErasing, setErasing] = useKeptState(`erasing of ${name}`, false);
  const leave = useLeave();
  const addButton = (
    <ReasonButton
      variant="default"
      leftSection={<IconPlus size={16} />}
      reason={addOff}
      onClick={() => change({ ...(page > 1 ? { page } : {}), add: true })}
    >
      Add to a list
    </ReasonButton>
  );
  return (
    <>
      <Breadcrumbs section="Lists" to={paths.lists} current={shown} />
      <SubscriptionNotice>
        Lists cannot be changed until you renew; do-not-contact still can.
      </SubscriptionNotice>
      <div className={css.head}>
        <span className={css.initial} aria-hidden="true">
          {initialOf(name)}
        </span>
        <PageHeader
          title={shown}
          badge={person?.replied_at ? <RepliedBadge /> : null}
          note={isNobody ? 'In no list.' : person ? formatPerson(person) : '\u00a0'}
          actions={
            isNobody ? undefined : (
              <>
                {addButton}
                <RowMenu
                  label={`More for ${shown}`}
                  items={[
                    {
                      label: 'Erase',
                      icon: IconEraser,
                      danger: true,
                      offReason: person ? undefined : 'Not loaded yet',
                      onPress: () => setErasing(true),
                    },
                  ]}
                />
              </>
            )
          }
        />
      </div>
      {isNobody ? (
        <Card>
          <EmptyState
            drawing="people"
            title="Nobody of this name here"
            sentence="This name is in none of your lists, and no campaign has written to it."
            action={addButton}
          />
        </Card>
      ) : (
        <div className="columns">
          {person && known.isTimeline ? (
            <Happened
              name={name}
              isWriting={known.isWriting}
              onWrite={() => known.setWriting(true)}
              onWritten={() => known.setWriting(false)}
            />
          ) : (
            <PersonCampaigns query={query} foot={foot} />
          )}
          <div className="stack shrink">
            {person && known.hasCard ? (
              <KnownCard
                person={person}
                isEditing={known.isEditing}
                onEdit={known.setEditing}
                isTagging={known.isTagging}
                onTagging={known.setTagging}
              />
            ) : null}
            <PersonContact name={name} person={person} campaigns={query.data?.campaigns ?? []} />
            <PersonLists person={person} />
            {person ? <PersonSources name={name} sources={person.sources} /> : null}
            {person && !known.hasCard ? (
              <BeginKnown
                onField={() => known.setEditing(true)}
                onTag={() => known.setTagging(true)}
                onNote={known.isTimeline ? undefined : () => known.setWriting(true)}
              />
            ) : null}
          </div>
        </div>
      )}
      {add && !addOff ? (
        <AddToListDialog
          name={name}
          taken={person?.lists.map(({ list_id }) => list_id) ?? []}
          onClose={() => change(page > 1 ? { page } : {})}
        />
      ) : null}
      {isErasing ? <EraseDialog name={name} onErased={leave} onClose={() => setErasing(false)} /> : null}
    </>
  );
}

/** Goes back to where somebody came from, or to the lists. */
function useLeave(): () => void {
  const router = useRouter();
  const navigate = useNavigate();
  const canGoBack = useCanGoBack();
  return () => {
    if (canGoBack) router.history.back();
    else void navigate({ to: paths.lists });
  };
}

/** Whether fields, a tag and a note are being written, and which cards that takes: none where nothing is known. */
function useKnown(name: string, person: Person | undefined) {
  const [isEditing, setEditing] = useKeptState(`editing ${name}`, false);
  const [isTagging, setTagging] = useKeptState(`tagging ${name}`, false);
  const [isWriting, setWriting] = useKeptState(`writing of ${name}`, false);
  const { fields = [], tags = [], notes = [], replies = [] } = person ?? {};
  const isKnown = fields.length > 0 || tags.length > 0;
  return {
    isEditing,
    setEditing,
    isTagging,
    setTagging,
    isWriting,
    setWriting,
    hasCard: isKnown || isEditing || isTagging,
    isTimeline: isKnown || notes.length > 0 || replies.length > 0 || isWriting,
  };
}

function RepliedBadge() {
  return (
    <Badge tone="completed" icon={<IconMessageReply size={14} aria-hidden="true" />}>
      Replied
    </Badge>
  );
}

function useAddOffReason(name: string): string | undefined {
  const kind = useNameKind();
  const domain = useNameDomain();
  const isSubscribed = useSubscriptionActive();
  if (!isSubscribed) return 'Renew to change lists';
  return nameError(name, kind, domain) ?? undefined;
}

/** The first letter or digit, for the ring before a name. */
function initialOf(name: string): string {
  return (/[\p{L}\p{N}]/u.exec(name)?.[0] ?? '·').toUpperCase();
}

/** 'In 3 lists. 2 messages sent, the last on 22-11-2026.' */
function formatPerson({ list_count, ...messages }: Person): string {
  const lists = list_count === 0 ? 'In no list.' : `In ${formatNoun(list_count, 'list')}.`;
  return `${lists} ${formatMessages(messages)}`;
}

/** An unclear message may have arrived, and is not counted as sent. */
function formatMessages({
  messages_sent,
  last_messaged_at,
  last_is_unclear,
}: Omit<Person, 'list_count'>): string {
  const last = last_messaged_at ? formatDay(last_messaged_at) : undefined;
  if (messages_sent === 0) {
    if (!last) return 'Not written to yet.';
    return last_is_unclear ? `Perhaps written to on ${last}.` : `Last written to on ${last}.`;
  }
  const sent = `${formatNoun(messages_sent, 'message')} sent`;
  if (!last) return `${sent}.`;
  return last_is_unclear ? `${sent}, and perhaps one on ${last}.` : `${sent}, the last on ${last}.`;
}
