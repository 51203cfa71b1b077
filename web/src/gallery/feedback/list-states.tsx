import { Button } from '@mantine/core';
import { paths } from '../../paths.ts';
import { EmptyActions, EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { NotFoundState } from '../../ui/feedback/not-found-state.tsx';
import { Steps } from '../../ui/layout/steps.tsx';
import { NoMatch } from '../../ui/table/no-match.tsx';
import css from '../gallery.module.css';
import type { PartStates } from '../part-states.tsx';
import { doNothing, FAILED, LONG_RIGHT_TO_LEFT, LONG_WORD, REFUSED } from '../samples.ts';

/** The parts in place of missing rows. */
export const listStates: PartStates[] = [
  {
    part: 'EmptyState',
    states: {
      'With the next step': (
        <div className={css.surface}>
          <EmptyState
            drawing="letter"
            title="No templates yet"
            sentence="A template is the message a campaign sends."
            action={<Button onClick={doNothing}>Create Template</Button>}
          />
        </div>
      ),
      'Without a step': (
        <div className={css.surface}>
          <EmptyState drawing="people" title="Nobody" sentence="No recipient has this status." />
        </div>
      ),
      'With steps below': (
        <div className={css.surface}>
          <EmptyState drawing="envelope" title="No campaigns yet" sentence="Two steps lead to the first one.">
            <div className={css.padded}>
              <Steps
                steps={[
                  { title: 'Add a profile', done: true },
                  { title: 'Add a list', current: true },
                ]}
              />
            </div>
          </EmptyState>
        </div>
      ),
      'Long and right to left': (
        <div className={css.surface}>
          <EmptyState drawing="glass" title={LONG_WORD} sentence={LONG_RIGHT_TO_LEFT} />
        </div>
      ),
    },
  },
  {
    part: 'EmptyActions',
    states: {
      'Of an empty list': (
        <EmptyActions onReset={undefined} onCreate={doNothing}>
          Create First User
        </EmptyActions>
      ),
      'Empty for its filters': (
        <EmptyActions onReset={doNothing} onCreate={doNothing}>
          Create First User
        </EmptyActions>
      ),
    },
  },
  {
    part: 'NoMatch',
    states: {
      'A search without results': (
        <div className={css.surface}>
          <NoMatch noun="template" page={1} onPage={doNothing} onReset={doNothing} />
        </div>
      ),
      'A page that has gone': (
        <div className={css.surface}>
          <NoMatch noun="template" page={4} onPage={doNothing} onReset={doNothing} />
        </div>
      ),
    },
  },
  {
    part: 'ErrorState',
    states: {
      'Refused with a sentence': (
        <div className={css.surface}>
          <ErrorState title="Failed to fetch templates" error={REFUSED} onRetry={doNothing} />
        </div>
      ),
      'Failed, with a reference': (
        <div className={css.surface}>
          <ErrorState title="Failed to fetch templates" error={FAILED} onRetry={doNothing} />
        </div>
      ),
      'Without a reason': (
        <div className={css.surface}>
          <ErrorState title="Failed to fetch templates" onRetry={doNothing} />
        </div>
      ),
    },
  },
  {
    part: 'NotFoundState',
    note: 'The way back stands in the header of the shell as well.',
    isWide: true,
    states: {
      'A campaign that is not there': (
        <NotFoundState
          title="Campaign not found"
          sentence="It was deleted, or it belongs to somebody else."
          section={{ label: 'Campaigns', to: paths.campaigns }}
        />
      ),
    },
  },
];
