import type { Answer } from '@pigeonpost/contract/client';
import { SettingLine } from '../setting-line.tsx';
import { budgetWords, readingWords, stopWords } from './format-replies.ts';
import { RepliesForm } from './replies-fields.tsx';

/**
 * When replies are read, whom they keep alone, and which words ask for a stop: one line while no machine can read them
 * (docs/behaviour.md#replies).
 */
export function RepliesLines({ answer }: { answer: Answer<'GET /api/settings/replies'> }) {
  const { settings, reads_replies } = answer;
  if (!reads_replies)
    return (
      <SettingLine
        line="replies"
        alsoFor={['stop-words', 'budget']}
        holds="No machine of yours can read replies now: its site driver cannot."
      >
        <RepliesForm line="replies" shows={['reading', 'budget', 'stops']} settings={settings} />
      </SettingLine>
    );
  return (
    <>
      <SettingLine line="replies" holds={readingWords(settings)}>
        <RepliesForm line="replies" shows={['reading']} settings={settings} />
      </SettingLine>
      <SettingLine line="stop-words" holds={stopWords(settings)}>
        <RepliesForm line="stop-words" shows={['stops']} settings={settings} />
      </SettingLine>
      <SettingLine line="budget" holds={budgetWords(settings)}>
        <RepliesForm line="budget" shows={['budget']} settings={settings} />
      </SettingLine>
    </>
  );
}
