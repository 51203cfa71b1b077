import type { SiteChoice } from '@pigeonpost/contract/account/site';
import { useQuery } from '@tanstack/react-query';
import { settingsQuery } from './settings.ts';
import { siteQuery } from './site.ts';

const INSTAGRAM = {
  account: 'Instagram account',
  username: 'Instagram username',
  password: 'Instagram password',
  limits: 'Instagram limited this account.',
  takes: 'Instagram takes',
  hasAt: true,
};
type SiteWords = Omit<typeof INSTAGRAM, 'hasAt'> & { hasAt: boolean };

const ANY_SITE: SiteWords = {
  account: 'account',
  username: 'Address',
  password: 'Password',
  limits: 'The site limited this account.',
  takes: 'a message takes',
  hasAt: false,
};

/** The words for accounts: Instagram's, unless a site was chosen whose people have addresses. */
export function useSiteWords(): SiteWords {
  const site = useQuery(siteQuery).data?.site;
  const names = useQuery(settingsQuery).data?.settings.names;
  return site && site.kind !== 'practice' && names === 'address' ? ANY_SITE : INSTAGRAM;
}

/** The kinds of sites, in the order in which they are offered. */
export const SITE_TITLES: Record<SiteChoice['kind'], string> = {
  practice: 'Practice inbox',
  xmpp: 'A chat server (XMPP)',
  snac: 'A Fediverse server (snac)',
  described: 'A site you describe',
  own: 'A driver of your own',
};

/** 'A chat server (XMPP), club.example' */
export function formatSite(site: SiteChoice): string {
  const title = SITE_TITLES[site.kind];
  switch (site.kind) {
    case 'practice':
      return title;
    case 'xmpp':
      return `${title}, ${site.domain}`;
    case 'snac':
      return `${title}, ${new URL(site.address).host}`;
    default:
      return `${title}, ${site.name}`;
  }
}
