import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { paths } from '../../paths.ts';
import { Badge } from '../../ui/feedback/badge.tsx';
import { ReasonButton } from '../../ui/form/reason-button.tsx';
import { Breadcrumbs, HEADER_SLOT_ID } from '../../ui/layout/breadcrumbs.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import css from '../gallery.module.css';
import type { PartStates } from '../part-states.tsx';
import { doNothing, LONG_NAME, LONG_RIGHT_TO_LEFT, LONG_WORD } from '../samples.ts';

const ACTIONS = (
  <>
    <Button variant="default">Edit</Button>
    <ReasonButton onClick={doNothing}>Start</ReasonButton>
  </>
);

/** The parts above a screen. */
export const headers: PartStates[] = [
  {
    part: 'PageHeader',
    isWide: true,
    states: {
      'With all there is': (
        <PageHeader
          title="Sept class"
          badge={<Badge tone="running">Running</Badge>}
          note="To Neighbours, since Monday 09:14"
          actions={ACTIONS}
        />
      ),
      'With the title alone': <PageHeader title="Sept class" />,
      'With an action that is off': (
        <PageHeader
          title="Sept class"
          actions={<ReasonButton reason="Renew to start campaigns">Start</ReasonButton>}
        />
      ),
      'A long title': (
        <PageHeader
          title={LONG_NAME}
          badge={<Badge tone="paused">Paused</Badge>}
          note={LONG_WORD}
          actions={ACTIONS}
        />
      ),
      'A word that no line can break': <PageHeader title={LONG_WORD} actions={ACTIONS} />,
      'From right to left': (
        <PageHeader title={LONG_RIGHT_TO_LEFT} note={LONG_RIGHT_TO_LEFT} actions={ACTIONS} />
      ),
    },
  },
  {
    part: 'Breadcrumbs',
    note: 'Shown in the header of the shell. PageTitle, with TitleMark before it, names the tab.',
    isWide: true,
    states: {
      'Short, long and right to left': (
        <>
          <div id={HEADER_SLOT_ID} className={css.column} />
          <Breadcrumbs section="Campaigns" to={paths.campaigns} current="Sept class" />
          <Breadcrumbs
            section="Lists"
            to={paths.lists}
            current={`${LONG_NAME}, ${LONG_WORD}, ${LONG_NAME}`}
          />
          <Breadcrumbs section="Lists" to={paths.lists} current={LONG_RIGHT_TO_LEFT} />
        </>
      ),
    },
  },
  {
    part: 'AirmailCard',
    note: 'The card of the pages outside the shell: a screen of its own, with its main.',
    states: {
      'With a form in it': (
        <Link to="/gallery/{-$folder}" params={{ folder: 'airmail-card' }} search={true} className={css.link}>
          Open it
        </Link>
      ),
    },
  },
];
