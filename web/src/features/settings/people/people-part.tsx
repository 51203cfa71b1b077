import { useQuery } from '@tanstack/react-query';
import { settingsQuery } from '../../../account/settings.ts';
import { fieldsQuery } from '../../fields/api.ts';
import { repliesSettingsQuery } from '../../replies/api.ts';
import { peopleSettingsQuery } from '../../stop-link/api.ts';
import { tagsQuery } from '../../tags/api.ts';
import { RepliesLines } from '../replies/replies-lines.tsx';
import { SettingLines, useNeed } from '../setting-lines.tsx';
import { KnownLine } from './known-line.tsx';
import { NamesLine } from './names-line.tsx';
import { SenderNameLine } from './sender-name-line.tsx';
import { SourceLine } from './source-line.tsx';

/** How people are named, what is known of them, and what their replies do. */
export function PeoplePart() {
  const settings = useQuery(settingsQuery);
  const replies = useQuery(repliesSettingsQuery);
  const people = useQuery(peopleSettingsQuery);
  const needs = [
    useNeed(settings, 'Failed to fetch settings'),
    useNeed(replies, 'Failed to fetch the settings for replies'),
    useNeed(people, 'Failed to fetch the sender’s name'),
    useNeed(useQuery(fieldsQuery), 'Failed to fetch your fields'),
    useNeed(useQuery(tagsQuery), 'Failed to fetch your tags'),
  ];
  return (
    <SettingLines label="People" needs={needs}>
      {settings.data ? <NamesLine settings={settings.data.settings} /> : null}
      {replies.data ? <RepliesLines answer={replies.data} /> : null}
      {people.data ? (
        <>
          <SourceLine require_source={people.data.require_source} />
          <SenderNameLine people={people.data} />
        </>
      ) : null}
      <KnownLine />
    </SettingLines>
  );
}
