import type { Role } from '@pigeonpost/contract/account/subscription';
import {
  IconAddressBook,
  IconBrandFirefox,
  IconBrandInstagram,
  IconHistory,
  IconInbox,
  IconLayoutDashboard,
  IconLifebuoy,
  IconMessage2,
  IconSend,
  IconSettings,
  IconUsers,
} from '@tabler/icons-react';
import { PARTS } from '../features/settings/parts/lines.ts';
import { paths, type ScreenPath } from '../paths.ts';

export type MenuItem = {
  label: string;
  /** The heading of its page, if it differs. */
  title?: string;
  to: ScreenPath;
  icon: typeof IconSend;
  /** For administrators only. */
  isAdmins?: true;
};

/** The sidebar, in groups. */
export const MENU: MenuItem[][] = [
  [
    { label: 'Dashboard', to: paths.dashboard, icon: IconLayoutDashboard },
    { label: 'Campaigns', to: paths.campaigns, icon: IconSend },
  ],
  [
    { label: 'Profiles', to: paths.profiles, icon: IconBrandInstagram },
    { label: 'Templates', to: paths.templates, icon: IconMessage2 },
    { label: 'Lists', to: paths.lists, icon: IconAddressBook },
  ],
  [
    { label: 'Unread Checker', to: paths.unreadChecker, icon: IconInbox },
    { label: 'Firefox Profiles', to: paths.firefoxProfiles, icon: IconBrandFirefox },
  ],
  [
    { label: 'Support', title: 'Support Tickets', to: paths.support, icon: IconLifebuoy },
    { label: 'Settings', to: paths.settings, icon: IconSettings },
    { label: 'User Management', to: paths.users, icon: IconUsers, isAdmins: true },
    { label: 'Audit Log', to: paths.auditLog, icon: IconHistory, isAdmins: true },
  ],
];

/** The sidebar for a role. */
export function menuOf(role: Role): MenuItem[][] {
  return MENU.map((group) => group.filter(({ isAdmins }) => !isAdmins || role === 'admin'));
}

/**
 * An item is active on its own page and on every page below it; pairing counts as below Settings, and people as below
 * Lists.
 */
export function isActiveItem(item: MenuItem, path: string): boolean {
  if (path === paths.pair) return item.to === paths.settings;
  if (path.startsWith('/people/')) return item.to === paths.lists;
  return path === item.to || path.startsWith(`${item.to}/`);
}

/** The header's name for the section of a page; Dashboard if none fits. */
export function sectionOf(path: string): string {
  const item = MENU.flat().find((one) => isActiveItem(one, path));
  return item?.title ?? item?.label ?? 'Dashboard';
}

/** The title of a section's page: 'Sending, Settings' for a part of it. */
export function titleOf(path: string): string {
  const part = PARTS.find(({ to }) => to === path && to !== paths.settings);
  return part ? `${part.title}, ${sectionOf(path)}` : sectionOf(path);
}

/** Whether a page is the section's own, or a part of it, whose h1 is in the header. */
export function isSectionPage(path: string): boolean {
  return [...MENU.flat(), ...PARTS].some(({ to }) => to === path);
}
