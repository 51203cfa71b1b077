import type { FoundPerson } from '@pigeonpost/contract/calls/people';
import type { DeliveryState } from '@pigeonpost/contract/campaigns';
import { shownName } from '@pigeonpost/contract/recipients';
import { IconBan, IconUser, IconUserPlus } from '@tabler/icons-react';
import { formatCount } from '../../format/format-number.ts';
import { formatDay } from '../../format/format-time.ts';
import { paths } from '../../paths.ts';
import type { Tone } from '../../ui/feedback/badge.tsx';
import type { Item, Navigate } from './palette-items.ts';

const NAMES = new Intl.ListFormat('en-GB');

const STATES: Record<DeliveryState, { words: string; tone?: Tone }> = {
  leased: { words: 'Next', tone: 'running' },
  sending: { words: 'Being sent', tone: 'running' },
  waiting: { words: 'Tried again later' },
  sent: { words: 'Sent', tone: 'running' },
  failed: { words: 'Failed', tone: 'failed' },
  not_found: { words: 'Not found', tone: 'paused' },
  uncertain: { words: 'Unclear', tone: 'paused' },
  stopped: { words: 'Not reached' },
  skipped: { words: 'Skipped' },
};

/** A person as a line of the palette: their lists below the name, the newest event at the right. */
export function personItem(person: FoundPerson, navigate: Navigate): Item {
  const { name, last, do_not_contact } = person;
  const state = last ? STATES[last.state] : undefined;
  return {
    key: `person ${name}`,
    label: shownName(name),
    second: formatLists(person),
    icon: IconUser,
    note: do_not_contact ? 'Do not contact' : (state?.words ?? 'Not written to yet'),
    tone: do_not_contact ? undefined : state?.tone,
    secondNote: last
      ? [last.at && formatDay(last.at), last.campaign_name].filter(Boolean).join(', ')
      : undefined,
    run: () => navigate({ to: paths.person, params: { name } }),
  };
}

/** 'In Studio newsletter, Bought a mug and 2 more lists'. */
function formatLists({ list_names, list_count }: FoundPerson): string {
  if (list_count === 0) return 'In no list';
  const more = list_count - list_names.length;
  const rest = more > 0 ? [`${formatCount(more)} more`] : [];
  return `In ${NAMES.format([...list_names, ...rest])}`;
}

type PersonActions = {
  name: string;
  people: FoundPerson[];
  /** Whether lists may be changed. */
  isActive: boolean;
  navigate: Navigate;
  onStopContact: (name: string) => void;
};

/** The actions for a typed name. */
export function personActions({ name, people, isActive, navigate, onStopContact }: PersonActions): Item[] {
  const known = people.find((person) => person.name === name);
  const add: Item = {
    key: 'add person',
    label: `Add ${name} to a list`,
    icon: IconUserPlus,
    run: () => navigate({ to: paths.person, params: { name }, search: { add: true } }),
  };
  const stop: Item = {
    key: 'stop person',
    label: `Put ${name} on do-not-contact`,
    icon: IconBan,
    run: () => onStopContact(name),
  };
  return [...(isActive ? [add] : []), ...(known?.do_not_contact ? [] : [stop])];
}
