import { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import css from './steps.module.css';

export type Step = {
  title: ReactNode;
  note?: ReactNode;
  /** Ticked instead of numbered. */
  done?: boolean;
  /** Pulses: the page continues by itself once it happened. */
  waiting?: boolean;
  /** Set if one is due: only that one is filled. */
  current?: boolean;
  /** Opens a closed step; its title is the button. */
  onOpen?: (() => void) | undefined;
  /** At the right of the text: a button. */
  action?: ReactNode;
  /** Below the text, such as a CopyField. */
  children?: ReactNode;
};

/** Numbered instructions below each other; `ruled` separates them with hairlines and puts each button at the right. */
export function Steps({ steps, ruled }: { steps: Step[]; ruled?: boolean }) {
  return (
    <ol className={css.steps} data-ruled={ruled}>
      {steps.map((step, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: steps have no identity but their place
        <li key={index} className={css.step}>
          <span className={css.ring} data-state={stateOf(step)}>
            {step.done || (step.waiting && !step.current) ? null : index + 1}
            {stateOf(step) === 'waiting' ? <span className="dot" data-live /> : null}
            {step.done ? <IconCheck size={14} role="img" aria-label="Done" /> : null}
          </span>
          <div className={`${css.words} grow`}>
            <p
              className={`${css.title} medium`}
              data-done={step.done}
              data-closed={step.onOpen ? true : undefined}
            >
              {step.onOpen ? (
                <button
                  type="button"
                  className={`${css.opener} text-button`}
                  aria-expanded={false}
                  onClick={step.onOpen}
                >
                  {step.title}
                </button>
              ) : (
                step.title
              )}
            </p>
            {step.note ? <p className={`${css.note} note`}>{step.note}</p> : null}
            {step.children}
          </div>
          {step.action}
        </li>
      ))}
    </ol>
  );
}

function stateOf({ done, waiting, current }: Step): 'done' | 'current' | 'waiting' | 'next' {
  if (done) return 'done';
  if (current) return 'current';
  return waiting ? 'waiting' : 'next';
}
