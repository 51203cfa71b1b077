import { joinWords } from '../../ui/join-words.ts';

/** What a campaign is made of; undefined while it is not known. */
type Parts = { profiles: number | undefined; templates: number | undefined; lists: number | undefined };

/** 'First add a profile and fill a list', or undefined when a campaign can be made (spec 1, section 2). */
export function missingParts({ profiles, templates, lists }: Parts): string | undefined {
  const steps: string[] = [];
  if (profiles === 0) steps.push('add an active profile');
  if (templates === 0) steps.push('write a template');
  if (lists === 0) steps.push('fill a list');
  return steps.length > 0 ? `First ${joinWords(steps)}` : undefined;
}
