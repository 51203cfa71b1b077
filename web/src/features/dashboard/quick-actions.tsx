import { planOf } from '@pigeonpost/contract/account/subscription';
import { IconAddressBook, IconBrandInstagram, IconMessage2, IconSend } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useUser } from '../../api/session.ts';
import { formatCount, formatNoun } from '../../format/format-number.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/layout/card.tsx';
import { allProfilesQuery } from '../profiles/api.ts';
import { allListsQuery, allTemplatesQuery } from './api.ts';
import css from './quick-actions.module.css';

/** Links to the four next steps, each with the existing number. */
export function QuickActions() {
  const { profiles, templates, lists } = useNotes();
  const actions = [
    {
      label: 'New Campaign',
      to: paths.campaigns,
      Icon: IconSend,
      words: 'Pick a template, a list and profiles',
    },
    { label: 'Add Profile', to: paths.profiles, Icon: IconBrandInstagram, words: profiles },
    { label: 'Create Template', to: paths.templates, Icon: IconMessage2, words: templates },
    { label: 'Add Recipients', to: paths.lists, Icon: IconAddressBook, words: lists },
  ];
  return (
    <Card flush title="Quick Actions" className={css.card}>
      <ul>
        {actions.map(({ label, to, Icon, words }) => (
          <li key={label} className={css.row}>
            <Link to={to} className={css.action}>
              <Icon size={18} aria-hidden="true" />
              <span>
                <span className={`${css.label} medium`}>{label}</span>
                <span className={`${css.words} dimmed`}>{words}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function useNotes() {
  const user = useUser();
  const profileCount = useQuery(allProfilesQuery).data?.profiles.length;
  const templateCount = useQuery(allTemplatesQuery).data?.templates.length;
  const lists = useQuery(allListsQuery).data?.lists;
  const recipients = lists?.reduce((sum, { recipient_count }) => sum + recipient_count, 0);
  return {
    profiles: formatProfileCount(profileCount, planOf(user?.pack ?? 'starter').maxProfiles),
    templates: templateCount === undefined ? '–' : `${formatCount(templateCount)} so far`,
    lists: lists ? `${formatCount(recipients)} in ${formatNoun(lists.length, 'list')}` : '–',
  };
}

function formatProfileCount(count: number | undefined, limit: number | null): string {
  if (count === undefined) return '–';
  if (limit === null) return `${formatCount(count)} so far`;
  return count < limit ? `${formatCount(limit - count)} left in your pack` : 'Your pack is full';
}
