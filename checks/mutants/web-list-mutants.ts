import type { Mutant } from './mutant.ts';

const RECIPIENTS = 'web/src/features/recipients';
const SEARCH = 'web/src/list-search.ts';
const FILTER = 'web/src/features/views/parts/list-filter.tsx';
const CONDITIONS = 'web/src/features/views/parts/condition-words.ts';
const SELECTION = 'web/src/ui/table/selection.ts';
const LISTS = ['e2e/lists.test.ts'];
const VIEWS = ['e2e/list-views.test.ts'];
const TAKEN_BACK = ['e2e/taken-back.test.ts'];

/** Defects in the pages of lists: their people, filters, views, tags, and do-not-contact. */
export const WEB_LIST_MUTANTS: readonly Mutant[] = [
  {
    name: 'a search or a filter keeps the number of the page',
    file: SEARCH,
    edits: [['{ ...previous, page: undefined, ...part }', '{ ...previous, ...part }']],
    tests: ['web/src/list-search.test.ts', 'e2e/campaigns-at-scale.test.ts', ...LISTS],
  },
  {
    name: 'an address may ask for any size of a page',
    file: SEARCH,
    edits: [['(PAGE_SIZES.includes(limit) ? ', '(limit > 0 ? ']],
    tests: ['web/src/list-search.test.ts'],
  },
  {
    name: "the counts of a list's filter are old after its people changed",
    file: `${RECIPIENTS}/api.ts`,
    edits: [['const CHANGED = [recipientKeys.all, listKeys.all, ', 'const CHANGED = [recipientKeys.all, ']],
    tests: [...LISTS, ...TAKEN_BACK],
  },
  {
    name: 'a change of all that match changes the other statuses too',
    file: `${RECIPIENTS}/api.ts`,
    edits: [
      [
        '            ...(status ? { status } : {}),\n            ...(where ? { where, continue_after',
        '            ...(where ? { where, continue_after',
      ],
    ],
    tests: LISTS,
  },
  {
    name: 'what was not changed is not selected again',
    file: `${RECIPIENTS}/use-bulk.ts`,
    edits: [['    select(failed.ids);\n', '']],
    tests: LISTS,
  },
  {
    name: 'an undo that restored not everybody does not say so',
    file: `${RECIPIENTS}/undo.ts`,
    edits: [['if (words) toast.warning(words);', 'if (words === "") toast.warning(words);']],
    tests: TAKEN_BACK,
  },
  {
    name: 'a status can be undone although a started campaign lost its recipient by it',
    file: `${RECIPIENTS}/undo.ts`,
    edits: [["status === 'pending' && started?.some", "status === 'failed' && started?.some"]],
    tests: TAKEN_BACK,
  },
  {
    name: 'all that match stay selected when the filter changes',
    file: SELECTION,
    edits: [['all?.ids === ticked.ids && all.filter === filter', 'all?.ids === ticked.ids']],
    tests: LISTS,
  },
  {
    name: 'a range of ticks ends before its last row',
    file: SELECTION,
    edits: [['Math.max(start, end) + 1)', 'Math.max(start, end))']],
    tests: LISTS,
  },
  {
    name: 'a tag for all that match is put on nobody',
    file: `${RECIPIENTS}/use-tagging.ts`,
    edits: [['setWanted({ who: formatNoun(total, ', 'setWanted({ ids: [], who: formatNoun(total, ']],
    tests: ['e2e/list-tags.test.ts'],
  },
  {
    name: 'a view is deleted without a question',
    file: FILTER,
    edits: [['    if (!(await confirm(question))) return;\n', '']],
    tests: VIEWS,
  },
  {
    name: 'a condition that somebody ever replied says never',
    file: CONDITIONS,
    edits: [["'ever' ? 'replied' : 'never replied'", "'never' ? 'replied' : 'never replied'"]],
    tests: ['web/src/features/views/parts/condition-words.test.ts'],
  },
  {
    name: 'a condition that asks for no message within days says the opposite',
    file: CONDITIONS,
    edits: [["=== 'within' ? '' : 'not '", "=== 'within' ? 'not ' : ''"]],
    tests: ['web/src/features/views/parts/condition-words.test.ts'],
  },
  {
    name: 'a list that a campaign uses can be deleted by its card',
    file: 'web/src/features/lists/list-card.tsx',
    edits: [['offReason ?? (campaign ?', 'offReason ?? (campaign?.name === "" ?']],
    tests: TAKEN_BACK,
  },
  {
    name: 'Show all of the lists keeps the filter',
    file: 'web/src/screens/lists-page.tsx',
    edits: [["change({ search: '', filter: undefined })", "change({ search: '' })"]],
    tests: VIEWS,
  },
  {
    name: 'a found name of do-not-contact is on a page that it no longer has',
    file: 'web/src/features/do-not-contact/do-not-contact-dialog.tsx',
    edits: [['    setSearch(text);\n    setPage(1);\n', '    setSearch(text);\n']],
    tests: ['e2e/do-not-contact.test.ts'],
  },
  {
    name: 'Undo in the dialog of do-not-contact puts nobody back',
    file: 'web/src/features/do-not-contact/do-not-contact-dialog.tsx',
    edits: [['      await adding.mutateAsync(recipient);\n', '']],
    tests: LISTS,
  },
  {
    name: 'a deleted recipient is shown until the answer',
    file: `${RECIPIENTS}/api.ts`,
    edits: [['page.recipients.filter(({ id }) => !ids.includes(id))', 'page.recipients']],
    tests: TAKEN_BACK,
  },
];
