import type { Mutant } from './mutant.ts';

const SETTINGS = 'web/src/features/settings';
const DASHBOARD = 'web/src/features/dashboard';
const SUPPORT = 'web/src/features/support';
const UI = 'web/src/ui';
const WEEK = 'web/src/limits/week.ts';
const HOURS = ['e2e/sending-hours.test.ts'];
const CARDS = ['e2e/settings.test.ts'];
const FORM = `${UI}/form/form-dialog.tsx`;
const TIME = 'web/src/format/format-time.ts';
const TIMES = ['web/src/format/format-time.test.ts'];

/** Defects in the settings, the dashboard and support, and in what all pages share. */
export const WEB_SETTINGS_MUTANTS: readonly Mutant[] = [
  {
    name: 'a typed time of 9 is midnight',
    file: WEEK,
    edits: [['clockOf(Number(hour) * HOUR + Number(minute))', 'clockOf(Number(hour) + Number(minute))']],
    tests: ['web/src/limits/week.test.ts'],
  },
  {
    name: 'hours that end at midnight end before they begin',
    file: WEEK,
    edits: [["edge === 'to' && clock === '00:00'", "edge === 'from' && clock === '00:00'"]],
    tests: ['web/src/limits/week.test.ts'],
  },
  {
    name: 'a copied day loses its second range',
    file: WEEK,
    edits: [['withDays(ranges, days, () => copied)', 'withDays(ranges, days, () => copied.slice(0, 1))']],
    tests: ['web/src/limits/week.test.ts'],
  },
  {
    name: 'one range more overlaps the last one',
    file: WEEK,
    edits: [['minuteOf(last.to) + HOUR : MIDNIGHT', 'minuteOf(last.to) - HOUR : MIDNIGHT']],
    tests: ['web/src/limits/week.test.ts'],
  },
  {
    name: 'a group of days ends a day early',
    file: WEEK,
    edits: [['days.at(-1) ?? 1]', 'days.at(-2) ?? 1]']],
    tests: ['web/src/limits/week.test.ts'],
  },
  {
    name: 'a change of the clock is told for the day after',
    file: `${SETTINGS}/parts/format-hours.ts`,
    edits: [['dayOf(new Date(wallTime(before, zone))', 'dayOf(new Date(wallTime(before + DAY_MS, zone))']],
    tests: [`${SETTINGS}/parts/format-hours.test.ts`],
  },
  {
    name: 'a week counts a day as sent on where only the night before is open',
    file: `${SETTINGS}/parts/format-hours.ts`,
    edits: [['to > (day - 1) * DAY_MINUTES', 'to >= (day - 1) * DAY_MINUTES']],
    tests: [`${SETTINGS}/parts/format-hours.test.ts`],
  },
  {
    name: 'Enter in a quiet date saves the whole form',
    file: `${SETTINGS}/sending/quiet-dates-field.tsx`,
    edits: [['        event.preventDefault();\n        add();\n', '        add();\n']],
    tests: HOURS,
  },
  {
    name: 'another window loses a setting by a save here',
    file: `${SETTINGS}/automation-card.tsx`,
    edits: [['const change = changedValues(form);', 'const change = values;']],
    tests: ['e2e/two-windows.test.ts'],
  },
  {
    name: 'another window loses a setting of a line by a save here',
    file: `${SETTINGS}/line-form.tsx`,
    edits: [['const changed = changedValues(form);', 'const changed = values;']],
    tests: ['e2e/two-windows.test.ts'],
  },
  {
    name: 'another line drops what is typed in the open one',
    file: `${SETTINGS}/line-form.tsx`,
    edits: [[' || namedLine(from.search) !== namedLine(to.search)', '']],
    tests: CARDS,
  },
  {
    name: 'an unchanged line can be saved',
    file: `${SETTINGS}/line-form.tsx`,
    edits: [["form.isDirty() ? undefined : 'Nothing is changed yet'", 'undefined']],
    tests: CARDS,
  },
  {
    name: 'a closed line loses the focus',
    file: `${SETTINGS}/setting-line.tsx`,
    edits: [['press?.focus();', 'undefined;']],
    tests: CARDS,
  },
  {
    name: 'settings are saved without a subscription',
    file: `${SETTINGS}/automation-card.tsx`,
    edits: [["reason={isActive ? undefined : 'Renew to save settings'}", 'reason={undefined}']],
    tests: CARDS,
  },
  {
    name: 'the hours of two zones are exchanged before a change',
    file: `${SETTINGS}/account/zone-words.ts`,
    edits: [['[partsOf(next, from), partsOf(next, to)]', '[partsOf(next, to), partsOf(next, from)]']],
    tests: [`${SETTINGS}/account/zone-words.test.ts`],
  },
  {
    name: 'one try is spoken of as several',
    file: `${SETTINGS}/format-pace.ts`,
    edits: [["max_retries === 1 ? 'once'", "max_retries === 0 ? 'once'"]],
    tests: [`${SETTINGS}/format-pace.test.ts`],
  },
  {
    name: 'the last seven days are eight',
    file: `${DASHBOARD}/dashboard-search.ts`,
    edits: [['(days - 1) * DAY_MS', 'days * DAY_MS']],
    tests: [`${DASHBOARD}/dashboard-search.test.ts`],
  },
  {
    name: 'progress of today counts in a range that ended before',
    file: `${DASHBOARD}/patch-answer.ts`,
    edits: [['range.end_date >= today', 'range.end_date <= today']],
    tests: [`${DASHBOARD}/patch-answer.test.ts`],
  },
  {
    name: 'what needs its owner is not asked for when a campaign waits',
    file: `${DASHBOARD}/live.ts`,
    edits: [['    void askNeeds();\n', '']],
    tests: ['e2e/needs-you.test.ts'],
  },
  {
    name: 'a moment is shown in the zone of the browser',
    file: 'web/src/format/time-zone.ts',
    edits: [['  shown = next;\n', '']],
    tests: TIMES,
  },
  {
    name: 'a moment is shown by the zones of the browser',
    file: 'contract/src/local-time.ts',
    edits: [['  if (zone === told?.zone) return told.aheadAt(ms);\n', '']],
    tests: TIMES,
  },
  {
    name: 'an hour that is left is said without its minutes',
    file: TIME,
    edits: [['rest > 0 ? ` ', 'rest > 59 ? ` ']],
    tests: TIMES,
  },
  {
    name: 'yesterday is said of the last 24 hours',
    file: TIME,
    edits: [['(Date.parse(toIsoDay(nowMs)) - Date.parse(toIsoDay(iso)))', '(nowMs - Date.parse(iso))']],
    tests: TIMES,
  },
  {
    name: 'a dialog with typed text closes without a question',
    file: FORM,
    edits: [['isAtStake && !form.asking', 'isAtStake && form.asking']],
    tests: ['e2e/no-answer.test.ts', 'e2e/session-ends.test.ts'],
  },
  {
    name: 'a dialog sends twice what is pressed twice',
    file: FORM,
    edits: [['    if (busy) return;\n', '']],
    tests: ['e2e/no-answer.test.ts'],
  },
  {
    name: 'a waiting dialog does not say that it is busy',
    file: FORM,
    edits: [['        aria-busy={busy}\n', '']],
    tests: ['e2e/no-answer.test.ts'],
  },
  {
    name: 'a second click presses what stands there by now',
    file: `${UI}/form/reason-button.tsx`,
    edits: [['if (loading || isSecondClick(event)) event', 'if (loading) event']],
    tests: ['e2e/campaigns.test.ts'],
  },
  {
    name: 'the reason of a button that is off is not read',
    file: `${UI}/form/reason-button.tsx`,
    edits: [["'aria-disabled': true, 'aria-describedby': tipId", "'aria-disabled': true"]],
    tests: ['e2e/campaigns.test.ts', 'e2e/settings.test.ts'],
  },
  {
    name: 'a password is kept for the next log-in',
    file: `${UI}/form/use-kept-form.ts`,
    edits: [['filter(([field]) => !except.includes(field as keyof Values))', 'filter(([field]) => field)']],
    tests: [`${UI}/form/use-kept-form.test.ts`],
  },
  {
    name: 'what was typed is given to the next user',
    file: 'web/src/api/drafts.ts',
    edits: [
      [
        'saved.user_id === undefined || saved.user_id === user_id',
        'saved.user_id === undefined || user_id > 0',
      ],
    ],
    tests: ['e2e/session-ends.test.ts'],
  },
  {
    name: 'the next row does not get the focus of a deleted one',
    file: `${UI}/focus/keep-focus.ts`,
    edits: [['return ofNextRow(element, spot) ?? ', 'return ']],
    tests: ['e2e/focus.test.ts', 'e2e/taken-back.test.ts'],
  },
  {
    name: 'a search keeps what was typed when Reset is pressed',
    file: `${UI}/table/search-field.tsx`,
    edits: [['if (value !== text.trim()) setText(value);', 'if (value !== text.trim()) setText(text);']],
    tests: ['e2e/users.test.ts'],
  },
  {
    name: 'a message hours later is joined to the one before',
    file: `${SUPPORT}/group-messages.ts`,
    edits: [['since < SAME_RUN_MS', 'since < 99 * SAME_RUN_MS']],
    tests: [`${SUPPORT}/group-messages.test.ts`],
  },
  {
    name: 'Cancel in a question agrees',
    file: `${UI}/feedback/confirm-dialog.tsx`,
    edits: [
      [
        'onFocus={scrollIntoSight} onClick={() => answer(false)}',
        'onFocus={scrollIntoSight} onClick={() => answer(true)}',
      ],
    ],
    tests: ['e2e/campaigns.test.ts'],
  },
];
