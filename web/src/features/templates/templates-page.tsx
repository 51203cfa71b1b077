import type { Template } from '@pigeonpost/contract/calls/templates';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNameKind } from '../../account/settings.ts';
import { useSubscriptionActive } from '../../api/session.ts';
import { useCampaignAtWork } from '../../campaign-state/campaign-at-work.tsx';
import { useListSearch } from '../../list-search.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ReasonButton } from '../../ui/form/reason-button.tsx';
import { useKeptState } from '../../ui/form/use-kept-form.ts';
import { CardGrid } from '../../ui/table/card-grid.tsx';
import { NoMatch } from '../../ui/table/no-match.tsx';
import { Pagination } from '../../ui/table/pagination.tsx';
import { Toolbar } from '../../ui/table/toolbar.tsx';
import { SubscriptionNotice } from '../subscription/parts/subscription-notice.tsx';
import { NEW_TEMPLATE, ownNameQuery, type TemplateDraft, templatesQuery, textOf } from './api.ts';
import { TemplateDialog } from './parts/lazy-template-dialog.ts';
import { ReadAsField } from './read-as-field.tsx';
import { readerName } from './reader-name.ts';
import { TemplateCard } from './template-card.tsx';

// A full page of three columns.
const CARDS_ON_A_PAGE = 24;

/** The message templates as cards, with the placeholder filled in with a chosen name. */
export function TemplatesPage() {
  const { search, page, limit, onSearch, onPage } = useListSearch(CARDS_ON_A_PAGE);
  const query = useQuery(templatesQuery({ search, page, limit }));
  const ownName = useQuery(ownNameQuery);
  const kind = useNameKind();
  const [typedName, setTypedName] = useState<string>();
  const [draft, setDraft] = useKeptState<TemplateDraft | undefined>('template dialog', undefined);
  const offReason = useSubscriptionActive() ? undefined : 'Renew to change templates';
  const findCampaign = useCampaignAtWork();
  // Another name may change the number of lines, so a message is shown once the name is known, or failed to load.
  const isNameSettled = !ownName.isPending || ownName.failureCount > 0;
  const name = typedName ?? ownName.data ?? '';
  const readAs = readerName(name, kind);
  const total = query.data?.pagination.totalItems ?? 0;
  const isFirst = query.data !== undefined && total === 0 && search === '';
  const create = () => setDraft(NEW_TEMPLATE);
  const card = (template: Template) => (
    <TemplateCard
      template={template}
      readAs={readAs}
      campaign={findCampaign({ message_template_id: template.id })?.name}
      offReason={offReason}
      onEdit={setDraft}
      onDuplicate={(one) => setDraft({ ...textOf(one), name: '' })}
    />
  );
  return (
    <>
      <SubscriptionNotice>Templates cannot be changed or selected until you renew.</SubscriptionNotice>
      {isFirst ? null : (
        <Toolbar
          isPending={query.isPending}
          search={{ label: 'Search templates', value: search, onSearch }}
          filters={<ReadAsField name={name} onName={setTypedName} />}
          primary={{ label: 'Create Template', onPress: create, offReason }}
        />
      )}
      <CardGrid
        label="Templates"
        items={isNameSettled ? query.data?.templates : undefined}
        itemKey={({ id }) => id}
        query={query}
        failure="Failed to fetch templates"
        skeletonHeight={270}
        isMarked={({ is_selected }) => is_selected}
        card={card}
        empty={
          isFirst ? (
            <FirstTemplate onCreate={create} offReason={offReason} />
          ) : (
            <NoMatch noun="template" page={page} onPage={onPage} onReset={() => onSearch('')} />
          )
        }
        foot={
          total > limit ? (
            <Pagination bare page={page} pageSize={limit} totalItems={total} onPage={onPage} />
          ) : null
        }
      />
      {draft ? <TemplateDialog draft={draft} readAs={name} onClose={() => setDraft(undefined)} /> : null}
    </>
  );
}

type FirstTemplateProps = { onCreate: () => void; offReason: string | undefined };

function FirstTemplate({ onCreate, offReason }: FirstTemplateProps) {
  return (
    <EmptyState
      drawing="letter"
      title="No templates yet"
      sentence="A template is the message a campaign sends; {username} in it becomes each person’s name."
      action={
        <ReasonButton reason={offReason} onClick={onCreate}>
          Create Template
        </ReasonButton>
      }
    />
  );
}
