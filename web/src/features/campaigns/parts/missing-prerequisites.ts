/** The parts of a campaign; undefined while unknown. */
type Prerequisites = {
  profiles: number | undefined;
  templates: number | undefined;
  lists: number | undefined;
};

/** 'First add a profile and fill a list', or undefined if a campaign can be created. */
export function missingPrerequisites({ profiles, templates, lists }: Prerequisites): string | undefined {
  const steps: string[] = [];
  if (profiles === 0) steps.push('add an active profile');
  if (templates === 0) steps.push('write a template');
  if (lists === 0) steps.push('fill a list');
  return steps.length > 0 ? `First ${joinWords(steps)}` : undefined;
}

/** 'a', 'a and b', 'a, b and c'. */
function joinWords(words: string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}
