import { useQuery } from '@tanstack/react-query';
import { settingsQuery } from '../../../account/settings.ts';
import { SettingLines, useNeed } from '../setting-lines.tsx';
import { CapsLine } from './caps-line.tsx';
import { HoursLine } from './hours-line.tsx';
import { NeverTwiceLine } from './never-twice-line.tsx';
import { QuietDatesLine } from './quiet-dates-line.tsx';

/** When, how much and to whom an account sends. */
export function SendingPart() {
  const query = useQuery(settingsQuery);
  const need = useNeed(query, 'Failed to fetch settings');
  const settings = query.data?.settings;
  return (
    <SettingLines label="Sending" needs={[need]}>
      {settings ? (
        <>
          <HoursLine settings={settings} />
          <QuietDatesLine settings={settings} />
          <CapsLine settings={settings} />
          <NeverTwiceLine settings={settings} />
        </>
      ) : null}
    </SettingLines>
  );
}
