import type { Mutant } from './mutant.ts';

const FEATURES = 'web/src/features';
const REPLIES = ['e2e/replies.test.ts'];
const KNOWN = ['e2e/known-of-people.test.ts'];
const SEARCHED = ['e2e/search.test.ts'];
const PROFILES = ['e2e/profiles.test.ts'];
const RESTING = ['e2e/resting-profiles.test.ts'];

/** Defects in the pages of people, their replies and tags, of templates, profiles, and in the search. */
export const WEB_PEOPLE_MUTANTS: readonly Mutant[] = [
  {
    name: 'a decided reply stays among those to decide on',
    file: `${FEATURES}/replies/api.ts`,
    edits: [['        replyKeys.all,\n        needsYouKeys.all,\n', '        needsYouKeys.all,\n']],
    tests: REPLIES,
  },
  {
    name: 'an undecided reply is shown above and once more below',
    file: `${FEATURES}/replies/parts/campaign-replies.tsx`,
    edits: [['filter((one) => !above.has(one.id))', 'filter((one) => one.id > 0 || above.has(one.id))']],
    tests: REPLIES,
  },
  {
    name: 'an empty budget of replies is a budget of nothing',
    file: `${FEATURES}/settings/replies/replies-values.ts`,
    edits: [["text.trim() === '' ? null : Number(text)", 'Number(text)']],
    tests: [`${FEATURES}/settings/replies/replies-values.test.ts`],
  },
  {
    name: 'a stop word of spaces is saved',
    file: `${FEATURES}/settings/replies/replies-values.ts`,
    edits: [["filter((line) => line !== '')", 'filter((line) => line.length >= 0)']],
    tests: [`${FEATURES}/settings/replies/replies-values.test.ts`],
  },
  {
    name: 'no quiet days after a reply are refused',
    file: `${FEATURES}/settings/replies/replies-values.ts`,
    edits: [['numberError(quiet_days, { least: 0,', 'numberError(quiet_days, { least: 1,']],
    tests: [`${FEATURES}/settings/replies/replies-values.test.ts`],
  },
  {
    name: 'a person is erased without their name being typed',
    file: `${FEATURES}/erasures/parts/erase-dialog.tsx`,
    edits: [['nameForm(text, rules) === name ? null', 'text !== name.repeat(9) ? null']],
    tests: ['e2e/person.test.ts', 'e2e/stop-link.test.ts', 'e2e/people.test.ts'],
  },
  {
    name: 'the question before a field is deleted does not follow its count',
    file: `${FEATURES}/settings/people/remove-known.ts`,
    edits: [['bodyOf(formatPeople({ known, ...counted }, field.id))', 'bodyOf()']],
    tests: KNOWN,
  },
  {
    name: 'Enter opens a result of the text before',
    file: `${FEATURES}/search/palette.tsx`,
    edits: [['isAnswered ? items : filterItems(items, typed)', 'items']],
    tests: SEARCHED,
  },
  {
    name: 'a resumed profile that was blocked is not said to send at half',
    file: `${FEATURES}/profiles/parts/rest-actions.ts`,
    edits: [["{isBlocked ? HALF : ''}", "{another ? HALF : ''}"]],
    tests: ['e2e/profile-caps.test.ts'],
  },
  {
    name: 'Resume and start again starts nothing',
    file: `${FEATURES}/profiles/parts/rest-actions.ts`,
    edits: [["isDone && agreed === 'other'", 'isDone && agreed === undefined']],
    tests: RESTING,
  },
  {
    name: 'opening all windows cannot be cancelled',
    file: `${FEATURES}/profiles/open-all.ts`,
    edits: [['&& !run?.isCancelled) {', ') {']],
    tests: PROFILES,
  },
  {
    name: 'the template that was selected before is shown as selected until the answer',
    file: `${FEATURES}/templates/api.ts`,
    edits: [
      ['is_selected: template.id === id }', 'is_selected: template.is_selected || template.id === id }'],
    ],
    tests: ['e2e/templates.test.ts'],
  },
  {
    name: 'a reply that comes is not shown on the page of its campaign',
    file: `${FEATURES}/replies/parts/campaign-replies.tsx`,
    edits: [['if (campaign_id === id) soon();', 'if (campaign_id !== id) soon();']],
    tests: REPLIES,
  },
  {
    name: 'a reply that comes is not shown among all replies',
    file: `${FEATURES}/replies/replies-page.tsx`,
    edits: [["useServerEvent('campaign_reply', soon)", "useServerEvent('ticket_update', soon)"]],
    tests: REPLIES,
  },
  {
    name: 'nothing is fetched again after a reading of replies',
    file: `${FEATURES}/replies/parts/read-replies.tsx`,
    edits: [['end !== null && end !== seenEnd.current', 'end === null && end !== seenEnd.current']],
    tests: REPLIES,
  },
];
