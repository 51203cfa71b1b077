import { planOf } from '@pigeonpost/contract/account/subscription';
import type { Campaign } from '@pigeonpost/contract/calls/campaigns';
import type { Profile } from '@pigeonpost/contract/calls/profiles';
import { type CampaignAction, campaignCan } from '@pigeonpost/contract/campaigns';
import {
  IconAddressBook,
  IconBrandInstagram,
  IconLifebuoy,
  IconMessage2,
  IconPlayerPause,
  IconPlayerPlay,
  IconSend,
  IconUsers,
} from '@tabler/icons-react';
import type { UseNavigateResult } from '@tanstack/react-router';
import { shownCampaignName, statusWords } from '../../campaign-state/campaign-state.ts';
import { wholePercent } from '../../campaign-state/progress.ts';
import { formatNoun } from '../../format/format-number.ts';
import { paths, type ScreenPath } from '../../paths.ts';
import type { Tone } from '../../ui/feedback/badge.tsx';
import { profileHints } from '../profiles/parts/folder-hints.ts';
import { REST_WORDS, restOf } from '../profiles/parts/rest.ts';
import type { Found } from './api.ts';

type Icon = typeof IconSend;

/** A screen of 'Go to'. */
export type Screen = { label: string; to: ScreenPath; icon: Icon };

/** One line of the palette. */
export type Item = {
  key: string;
  label: string;
  note?: string | undefined;
  /** The colour of the note. */
  tone?: Tone | undefined;
  /** Below the label, and below the note. */
  second?: string | undefined;
  secondNote?: string | undefined;
  icon: Icon;
} & ({ run: () => void } | { campaign: Campaign; action: Extract<CampaignAction, 'start' | 'pause'> });

export type Navigate = UseNavigateResult<string>;

export type Group = { label: string; items: Item[] };

/** The server's results, one group a noun. */
export function resultGroups(
  { campaigns, lists, templates, profiles, tickets, users }: Found,
  { atWork, navigate }: { atWork: Campaign[]; navigate: Navigate },
): Group[] {
  const hints = profileHints(profiles);
  return [
    {
      label: 'Campaigns',
      items: campaigns.map((campaign) => ({
        key: `campaign ${campaign.id}`,
        label: shownCampaignName(campaign),
        note: campaignNote(campaign),
        icon: IconSend,
        run: () => navigate({ to: paths.campaign, params: { id: campaign.id } }),
      })),
    },
    {
      label: 'Lists',
      items: lists.map(({ id, name, recipient_count }) => ({
        key: `list ${id}`,
        label: name,
        note: formatNoun(recipient_count, 'recipient'),
        icon: IconAddressBook,
        run: () => navigate({ to: paths.list, params: { id } }),
      })),
    },
    {
      label: 'Templates',
      items: templates.map(({ id, name }) => ({
        key: `template ${id}`,
        label: name,
        note: templateNote(id, atWork),
        icon: IconMessage2,
        run: () => navigate({ to: paths.templates, search: { search: name } }),
      })),
    },
    {
      label: 'Profiles',
      items: profiles.map((profile) => ({
        key: `profile ${profile.id}`,
        label: profile.profile_name,
        note: [hints.get(profile.profile_path), profileNote(profile)].filter(Boolean).join(', ') || undefined,
        icon: IconBrandInstagram,
        run: () => navigate({ to: paths.profiles, search: { search: profile.profile_name } }),
      })),
    },
    {
      label: 'Tickets',
      items: tickets.map(({ id, ticket_number, subject }) => ({
        key: `ticket ${id}`,
        label: subject,
        note: ticket_number,
        icon: IconLifebuoy,
        run: () => navigate({ to: paths.ticket, params: { id } }),
      })),
    },
    {
      label: 'Users',
      items: users.map(({ id, username, role, pack }) => ({
        key: `user ${id}`,
        label: username,
        note: role === 'admin' ? 'Admin' : planOf(pack).name,
        icon: IconUsers,
        run: () => navigate({ to: paths.users, search: { search: username } }),
      })),
    },
  ];
}

/** Start and Pause of unfinished campaigns, running ones first, if they can work. */
export function campaignCommands(atWork: Campaign[], isActive: boolean): Item[] {
  return atWork.flatMap((campaign): Item[] => {
    const { id, name, status, total_list, profiles_able } = campaign;
    if (campaignCan('pause', status)) {
      return [
        { key: `pause ${id}`, label: `Pause ${name}`, icon: IconPlayerPause, campaign, action: 'pause' },
      ];
    }
    const hasNobody = status === 'pending' && total_list === 0;
    if (!isActive || hasNobody || profiles_able === 0 || !campaignCan('start', status)) return [];
    return [{ key: `start ${id}`, label: `Start ${name}`, icon: IconPlayerPlay, campaign, action: 'start' }];
  });
}

/** The items whose label contains the typed text, in any case. */
export function filterItems(items: Item[], typed: string): Item[] {
  return items.filter(({ label }) => label.toLowerCase().includes(typed.toLowerCase()));
}

/** 'Running, 66%', 'Paused · both profiles blocked, 58%'. */
function campaignNote({ status, standstill, total_list, total_sent, total_failed }: Campaign): string {
  const percent = wholePercent({ total: total_list, sent: total_sent, failed: total_failed });
  return `${statusWords(status, standstill)}, ${percent}%`;
}

/** 'In Sept class' for a template that an unfinished campaign uses. */
function templateNote(id: number, atWork: Campaign[]): string | undefined {
  const campaign = atWork.find(({ message_template_id }) => message_template_id === id);
  return campaign && `In ${campaign.name}`;
}

function profileNote(profile: Profile): string | undefined {
  const rest = restOf(profile);
  if (rest) return REST_WORDS[rest];
  if (profile.running_campaign) return `Sending ${profile.running_campaign.name}`;
  return profile.is_active ? undefined : 'Switched off';
}
