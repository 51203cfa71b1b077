import { drawings } from './drawings/drawings.tsx';
import { badges } from './feedback/badges.tsx';
import { confirmations } from './feedback/confirmations.tsx';
import { dialogs } from './feedback/dialogs.tsx';
import { failures } from './feedback/failures.tsx';
import { listStates } from './feedback/list-states.tsx';
import { notices } from './feedback/notices.tsx';
import { progress } from './feedback/progress.tsx';
import { toasts } from './feedback/toasts.tsx';
import { keptFocus } from './focus/kept-focus.tsx';
import { buttons } from './form/buttons.tsx';
import { choices } from './form/choices.tsx';
import { copying } from './form/copying.tsx';
import { fields } from './form/fields.tsx';
import { formDialogs } from './form/form-dialogs.tsx';
import { signIn } from './form/sign-in.tsx';
import { switches } from './form/switches.tsx';
import { cards } from './layout/cards.tsx';
import { figures } from './layout/figures.tsx';
import { headers } from './layout/headers.tsx';
import { marks } from './layout/marks.tsx';
import { steps } from './layout/steps.tsx';
import { times } from './layout/times.tsx';
import { truncatedPaths } from './layout/truncated-paths.tsx';
import type { PartStates } from './part-states.tsx';
import { cardGrids } from './table/card-grids.tsx';
import { filters } from './table/filters.tsx';
import { menus } from './table/menus.tsx';
import { pagination } from './table/pagination.tsx';
import { selections } from './table/selections.tsx';
import { tableStates } from './table/table-states.tsx';
import { tables } from './table/tables.tsx';
import { toolbars } from './table/toolbars.tsx';

/** Each folder of ui/ with its parts. */
export const FOLDERS: Record<string, PartStates[]> = {
  table: [
    ...tables,
    ...tableStates,
    ...selections,
    ...pagination,
    ...filters,
    ...toolbars,
    ...menus,
    ...cardGrids,
  ],
  form: [...buttons, ...fields, ...choices, ...switches, ...copying, ...signIn, ...formDialogs],
  feedback: [
    ...badges,
    ...notices,
    ...listStates,
    ...progress,
    ...failures,
    ...toasts,
    ...confirmations,
    ...dialogs,
  ],
  layout: [...headers, ...cards, ...figures, ...steps, ...times, ...truncatedPaths, ...marks],
  focus: keptFocus,
  drawings,
};
