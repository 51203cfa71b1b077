import type { ReactNode } from 'react';
import css from './gallery.module.css';

/** A part of ui/ in each of its states. */
export type PartStates = {
  /** The name of the component, or of several that belong together: 'Card'. */
  part: string;
  /** What to press, or to look at. */
  note?: string;
  /** Below each other over the whole width, like tables on a screen. */
  isWide?: boolean;
  /** The elements by the names of the states. */
  states: Record<string, ReactNode>;
};

/** The id of a part's section, for the table of contents. */
export function idOf({ part }: PartStates): string {
  return part.toLowerCase().replaceAll(/[^a-z]+/g, '-');
}

/** One part under its name, with a caption for each state. */
export function PartSection(props: PartStates) {
  const { part, note, isWide, states } = props;
  return (
    <section id={idOf(props)} className={css.part}>
      <h2 className={css.name}>{part}</h2>
      {note ? <p className={`${css.note} dimmed`}>{note}</p> : null}
      <div className={css.states} data-wide={isWide}>
        {Object.entries(states).map(([state, shown]) => (
          <figure key={state} className={css.state}>
            <figcaption className={`${css.caption} note`}>{state}</figcaption>
            {shown}
          </figure>
        ))}
      </div>
    </section>
  );
}
