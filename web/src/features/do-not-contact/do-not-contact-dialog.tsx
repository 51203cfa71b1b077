import type { DoNotContactEntry } from '@pigeonpost/contract/calls/do-not-contact';
import { askedThemselves } from '@pigeonpost/contract/people/stop-link';
import { shownName } from '@pigeonpost/contract/recipients';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { DialogFrame } from '../../ui/feedback/dialog-frame.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { useKeptState } from '../../ui/form/use-kept-form.ts';
import { Pagination } from '../../ui/table/pagination.tsx';
import { SearchField } from '../../ui/table/search-field.tsx';
import { EraseDialog } from '../erasures/parts/erase-dialog.tsx';
import { ErasureWishes } from '../erasures/parts/erasure-wishes.tsx';
import { doNotContactQuery, useAddDoNotContact, useDeleteDoNotContact } from './api.ts';
import css from './do-not-contact.module.css';
import { DoNotContactForm } from './do-not-contact-form.tsx';
import { DoNotContactNames } from './do-not-contact-names.tsx';
import { TakeOffDialog } from './parts/take-off-dialog.tsx';

const NAMES_ON_A_PAGE = 10;

/** The do-not-contact names: find, add, remove. Works without a subscription as well. */
export function DoNotContactDialog({ onClose }: { onClose: () => void }) {
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(1);
  const query = useQuery(doNotContactQuery({ search, page, limit: NAMES_ON_A_PAGE }));
  const { mutateAsync } = useDeleteDoNotContact();
  const adding = useAddDoNotContact();
  const names = useRef<HTMLUListElement>(null);
  const total = query.data?.pagination.totalItems ?? 0;
  const searchFor = (text: string) => {
    setSearch(text);
    setPage(1);
  };
  const [asked, setAsked] = useKeptState<DoNotContactEntry | undefined>('name to take off', undefined);
  const [erasing, setErasing] = useKeptState<string | undefined>('name to erase', undefined);
  const remove = async (entry: DoNotContactEntry) => {
    if (askedThemselves(entry.how)) return setAsked(entry);
    const { id, recipient } = entry;
    // The button disappears with its row, so the focus moves to the list.
    names.current?.focus();
    try {
      await mutateAsync({ id });
      toast.undo(`${shownName(recipient)} may be contacted again.`, () => putBack(recipient));
    } catch (error) {
      toast.failure(error, 'Failed to remove the name');
    }
  };
  const putBack = async (recipient: string) => {
    try {
      await adding.mutateAsync(recipient);
      toast.success(`${shownName(recipient)} is on your do-not-contact list.`);
    } catch (error) {
      toast.failure(error, 'Failed to add the name');
    }
  };
  return (
    <>
      <DialogFrame
        title="Do not contact"
        size="wide"
        isBehind={(asked ?? erasing) !== undefined}
        onClose={onClose}
      >
        <p className={`${css.sentence} dimmed`}>These people are never imported and never written to.</p>
        <ErasureWishes onErase={setErasing} />
        <DoNotContactForm onAdded={() => searchFor('')} />
        <SearchField label="Search names" value={search} onSearch={searchFor} slashFocuses={false} />
        {query.error && !query.data ? (
          <ErrorState title="Failed to fetch the names" error={query.error} onRetry={query.refetch} />
        ) : (
          <DoNotContactNames
            entries={query.data?.do_not_contact}
            searched={search !== ''}
            places={Math.min(NAMES_ON_A_PAGE, Math.max(total, 3))}
            listRef={names}
            onRemove={remove}
          />
        )}
        {total > NAMES_ON_A_PAGE ? (
          <Pagination bare page={page} pageSize={NAMES_ON_A_PAGE} totalItems={total} onPage={setPage} />
        ) : null}
      </DialogFrame>
      {asked ? (
        <TakeOffDialog entry={asked} name={asked.recipient} onClose={() => setAsked(undefined)} />
      ) : null}
      {erasing === undefined ? null : <EraseDialog name={erasing} onClose={() => setErasing(undefined)} />}
    </>
  );
}
