import '../../ui/feedback/dialog-styles.ts';
import '@mantine/core/styles/Combobox.css';
import '@mantine/core/styles/Mark.css';
import {
  Combobox,
  type ComboboxStore,
  Modal,
  useCombobox,
  useComputedColorScheme,
  useMantineColorScheme,
} from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { SEARCH_TEXT_MAX } from '@pigeonpost/contract/limits';
import { isSurelyName, nameOf } from '@pigeonpost/contract/names/name-of';
import { shownName } from '@pigeonpost/contract/recipients';
import { IconLogout, IconMoon, IconPlus, IconSearch, IconSun } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { useNameDomain, useNameKind } from '../../account/settings.ts';
import { useSubscriptionActive } from '../../api/session.ts';
import { campaignsAtWorkQuery } from '../../campaign-state/campaign-queries.ts';
import { paths } from '../../paths.ts';
import { failureLine } from '../../ui/feedback/failure.ts';
import { useReturnFocus } from '../../ui/feedback/return-focus.ts';
import { useScrollLock } from '../../ui/feedback/scroll-lock.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { useIsPhone } from '../../ui/layout/media.ts';
import { useAddDoNotContact, useDeleteDoNotContact } from '../do-not-contact/api.ts';
import { type Found, searchQuery } from './api.ts';
import css from './palette.module.css';
import {
  campaignCommands,
  filterItems,
  type Group,
  type Item,
  resultGroups,
  type Screen,
} from './palette-items.ts';
import { PaletteOption } from './palette-option.tsx';
import { personActions, personItem } from './person-items.ts';
import { settingItems } from './setting-items.ts';

type PaletteProps = { screens: Screen[]; onLogOut: () => void; onClose: () => void };

const TYPING_PAUSE_MS = 80;
const COVERED = 'people, campaigns, lists, templates, profiles, settings';

/** Finds rows by name, runs actions, goes to screens (docs/behaviour.md#search). Load it lazily. */
export function Palette({ screens, onLogOut, onClose }: PaletteProps) {
  const [text, setText] = useState('');
  const typed = text.trim();
  const isPhone = useIsPhone();
  useReturnFocus();
  useScrollLock();
  const combobox = useCombobox({ opened: true, onDropdownClose: onClose });
  const { groups, error, isSearching } = useGroups({ typed, screens, onLogOut });
  const items = groups.flatMap((group) => group.items);
  return (
    <Modal
      opened
      onClose={onClose}
      size={560}
      fullScreen={isPhone}
      yOffset={120}
      withCloseButton={false}
      returnFocus={false}
      padding={0}
      transitionProps={{ duration: 100, transition: 'fade' }}
      attributes={{ content: { 'aria-label': 'Search' }, header: { role: 'presentation' } }}
      classNames={{ content: css.content ?? '', body: css.body ?? '' }}
    >
      <Combobox store={combobox} withinPortal={false}>
        <div className={css.field}>
          <IconSearch size={18} aria-hidden="true" />
          <Combobox.EventsTarget withExpandedAttribute>
            <input
              data-autofocus
              type="text"
              className={`${css.input} grow`}
              placeholder="Search, or type what to do"
              aria-label="Search"
              maxLength={SEARCH_TEXT_MAX}
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
            />
          </Combobox.EventsTarget>
          <button
            type="button"
            className={css.close}
            aria-label={isPhone ? undefined : 'Esc, close'}
            onClick={onClose}
          >
            {isPhone ? 'Close' : 'Esc'}
          </button>
        </div>
        {items.length > 0 ? (
          <Combobox.Options className={css.options} aria-label="Results">
            {groups.map((group) => (
              <Combobox.Group
                key={group.label}
                label={group.label}
                classNames={{ groupLabel: css.group ?? '' }}
              >
                {group.items.map((item) => (
                  <PaletteOption key={item.key} item={item} typed={typed} onClose={onClose} />
                ))}
              </Combobox.Group>
            ))}
          </Combobox.Options>
        ) : (
          <p className={css.nothing}>
            {isSearching ? 'Searching…' : `No results for “${typed}”. Search covers ${COVERED}.`}
          </p>
        )}
        <Selection combobox={combobox} typed={typed} shown={items.map(({ key }) => key).join('\n')} />
        {error ? <p className={css.error}>{failureLine(error, 'The search failed')}</p> : null}
        <div className={css.foot}>
          <span aria-hidden="true" className={css.keys}>
            <kbd>↑</kbd>
            <kbd>↓</kbd>choose
            <kbd>Enter</kbd>open
          </span>
          <span className={`${css.covered} one-line`}>Finds {COVERED}</span>
          <span role="status" className="visually-hidden">
            {items.length === 1 ? '1 result' : `${items.length} results`}
          </span>
        </div>
      </Combobox>
    </Modal>
  );
}

type SelectionProps = { combobox: ComboboxStore; typed: string; shown: string };

/**
 * Selects the first option whenever the shown ones change (their keys, a line each). What somebody chose with the arrow
 * keys stays selected if only later results come in for the same text. Inside the dialog, whose content comes later than
 * the dialog.
 */
function Selection({ combobox, typed, shown }: SelectionProps) {
  const before = useRef({ typed, options: [''], selected: 0 });
  const follow = useEffectEvent((keys: string) => {
    const index = combobox.getSelectedOptionIndex();
    const options = keys.split('\n');
    const chosen = before.current.typed === typed && index > 0 ? before.current.options[index] : undefined;
    before.current = { typed, options, selected: Math.max(0, options.indexOf(chosen ?? '')) };
    combobox.selectOption(before.current.selected);
  });
  const again = useEffectEvent((_keys: string) => combobox.selectOption(before.current.selected));
  // Before the paint, so that Enter takes the visible option.
  useLayoutEffect(() => follow(shown), [shown]);
  // A list that was unmounted, as while nothing was found, is known to the combobox only after the paint.
  useEffect(() => {
    again(shown);
  }, [shown]);
  return null;
}

type Wanted = { typed: string; screens: Screen[]; onLogOut: () => void };

/** Results before actions before screens; only groups with items. */
function useGroups({ typed, screens, onLogOut }: Wanted) {
  const navigate = useNavigate();
  const [search] = useDebouncedValue(typed, TYPING_PAUSE_MS);
  const found = useQuery(searchQuery(search));
  const atWork = useQuery(campaignsAtWorkQuery).data ?? [];
  const isActive = useSubscriptionActive();
  const own = useOwnActions(onLogOut);
  const results = typed && found.data ? resultGroups(found.data, { atWork, navigate }) : [];
  const people = typed ? (found.data?.people ?? []) : [];
  // Until this text is answered, results of the one before stay if they fit, so that Enter takes none that does not.
  const isAnswered = typed === search && !found.isPlaceholderData;
  const fitting = (items: Item[]) => (isAnswered ? items : filterItems(items, typed));
  const personal = usePersonActions(typed, typed === search ? found.data : undefined);
  const places = screens.map(
    ({ label, to, icon }): Item => ({ key: to, label, icon, run: () => navigate({ to }) }),
  );
  const groups: Group[] = [
    { label: 'People', items: fitting(people.map((person) => personItem(person, navigate))) },
    ...results.map(({ label, items }) => ({ label, items: fitting(items) })),
    {
      label: 'Actions',
      items: [
        ...filterItems([...(typed ? campaignCommands(atWork, isActive) : []), ...own], typed),
        ...personal,
      ],
    },
    { label: 'Go to', items: filterItems(places, typed) },
    { label: 'Settings', items: settingItems(typed, navigate) },
  ];
  return {
    groups: groups.filter(({ items }) => items.length > 0),
    error: typed ? found.error : null,
    isSearching: typed !== search || found.isFetching,
  };
}

/** The actions for a typed name: if it is a known one, is typed with @ or as a link, or nothing else was found. */
function usePersonActions(typed: string, found: Found | undefined): Item[] {
  const navigate = useNavigate();
  const isActive = useSubscriptionActive();
  const kind = useNameKind();
  const domain = useNameDomain();
  const stopping = useAddDoNotContact();
  const allowing = useDeleteDoNotContact();
  const { name, reason } = nameOf(typed, kind, domain);
  if (!typed || !found || reason !== undefined) return [];
  const isMeant =
    isSurelyName(typed) ||
    found.people.some((person) => person.name === name) ||
    Object.values(found).every(({ length }) => length === 0);
  if (!isMeant) return [];
  const onStopContact = async () => {
    try {
      const { entry } = await stopping.mutateAsync(name);
      toast.undo(`${shownName(name)} is on your do-not-contact list.`, async () => {
        try {
          await allowing.mutateAsync({ id: entry.id });
          toast.success('Taken back.');
        } catch (error) {
          toast.failure(error, 'It could not be taken back');
        }
      });
    } catch (error) {
      toast.failure(error, 'Failed to add the name');
    }
  };
  return personActions({ name, people: found.people, isActive, navigate, onStopContact });
}

function useOwnActions(onLogOut: () => void): Item[] {
  const navigate = useNavigate();
  const isActive = useSubscriptionActive();
  const { setColorScheme } = useMantineColorScheme();
  const other = useComputedColorScheme('light') === 'light' ? 'dark' : 'light';
  const create: Item[] = isActive
    ? [{ key: 'new', label: 'New campaign', icon: IconPlus, run: () => navigate({ to: paths.newCampaign }) }]
    : [];
  return [
    ...create,
    {
      key: 'scheme',
      label: `Use the ${other} scheme`,
      icon: other === 'dark' ? IconMoon : IconSun,
      run: () => setColorScheme(other),
    },
    { key: 'leave', label: 'Log out', icon: IconLogout, run: onLogOut },
  ];
}
