import type { Mutant } from './mutant.ts';

const CAMPAIGNS = 'web/src/features/campaigns';
const ACTIONS = `${CAMPAIGNS}/campaign-actions.ts`;
const CHANGE = `${CAMPAIGNS}/parts/change-campaign.ts`;
const FORM = `${CAMPAIGNS}/form/campaign-form.ts`;
const NEW = ['e2e/new-campaign.test.ts'];
const UNDONE = ['e2e/undo-start.test.ts'];
const PAGE = ['e2e/campaigns.test.ts'];

/** Defects in the pages of campaigns: their form, their page and what is done with them. */
export const WEB_CAMPAIGN_MUTANTS: readonly Mutant[] = [
  {
    name: 'a campaign is stopped without a question',
    file: ACTIONS,
    edits: [['if (await confirm(followCampaign(campaign, stopQuestion))) change', 'change']],
    tests: [...PAGE, 'e2e/open-dialogs.test.ts'],
  },
  {
    name: 'Pause in the seconds of an undo pauses instead',
    file: ACTIONS,
    edits: [["campaign.stage === 'starting' ? pause", "campaign.stage === 'scheduled' ? pause"]],
    tests: UNDONE,
  },
  {
    name: 'Pause is lost where the seconds of an undo were over',
    file: 'web/src/campaign-state/start-campaign.ts',
    edits: [['if (!(error instanceof ApiError && error.code === UNDO_OVER)) throw error', 'throw error']],
    tests: UNDONE,
  },
  {
    name: 'a start that another window undid is told as done',
    file: 'web/src/campaign-state/started.ts',
    edits: [["if (campaign?.status === 'running') toast", 'if (campaign) toast']],
    tests: UNDONE,
  },
  {
    name: 'a refused start leaves the campaign shown as running',
    file: 'web/src/api/optimistic-update.ts',
    edits: [['client.setQueryData(key, data);', 'client.getQueryData(key);']],
    tests: ['web/src/api/optimistic-update.test.ts'],
  },
  {
    name: 'a change that is made while another is under way is never fetched',
    file: 'web/src/api/optimistic-update.ts',
    edits: [['client.isMutating({ mutationKey }) > 1', 'client.isMutating({ mutationKey }) > 0']],
    tests: ['web/src/api/optimistic-update.test.ts'],
  },
  {
    name: 'a start overtakes the pause before it',
    file: 'web/src/campaign-state/start-campaign.ts',
    edits: [['  await statusCalls.get(id);\n', '']],
    tests: ['e2e/pause.test.ts'],
  },
  {
    name: 'the bar of a start does not take the focus',
    file: CHANGE,
    edits: [['if (hasBar) awaitBar(id);', 'if (!hasBar) awaitBar(id);']],
    tests: UNDONE,
  },
  {
    name: 'an event of an ended campaign lets it run again on the page',
    file: `${CAMPAIGNS}/campaign-cache.ts`,
    edits: [['hasEnded(campaign) || campaign.status === status', 'campaign.status === status']],
    tests: [`${CAMPAIGNS}/campaign-cache.test.ts`],
  },
  {
    name: 'a press before the choices are known is lost',
    file: FORM,
    edits: [['isKnown ? submitNow(press) : setWaiting({ press })', 'isKnown ? submitNow(press) : undefined']],
    tests: NEW,
  },
  {
    name: 'a list that was deleted elsewhere stays chosen',
    file: `${CAMPAIGNS}/form/resolve-choices.ts`,
    edits: [['(isWhole(known) ? undefined : thing)', 'thing']],
    tests: [`${CAMPAIGNS}/form/resolve-choices.test.ts`],
  },
  {
    name: 'a profile that another campaign took stays chosen',
    file: `${CAMPAIGNS}/form/resolve-choices.ts`,
    edits: [['return profile ? choiceOf(profile, own).isFree : ', 'return profile ? true : ']],
    tests: [`${CAMPAIGNS}/form/resolve-choices.test.ts`],
  },
  {
    name: 'what is typed of a campaign is lost without a question',
    file: 'web/src/ui/form/leave-question.ts',
    edits: [['from.pathname !== to.pathname', 'from.pathname === to.pathname']],
    tests: [...PAGE, 'e2e/campaign-drafts.test.ts'],
  },
  {
    name: 'a change of a campaign sends what another window has saved back',
    file: `${CAMPAIGNS}/form/edit-campaign-form.ts`,
    edits: [['JSON.stringify(value) !== JSON.stringify(before.get(field))', 'field !== undefined']],
    tests: ['e2e/edit-campaign.test.ts'],
  },
  {
    name: 'the log of a campaign is sorted as it came',
    file: 'web/src/features/campaign-log/merge-lines.ts',
    edits: [['.sort(byTime)', '']],
    tests: ['web/src/features/campaign-log/merge-lines.test.ts'],
  },
];
