import type { ReactNode } from 'react';
import css from './gallery.module.css';

/** A part of ui/ in each of its states. */
export type PartStates = {
  /** The name of the component, or of several that stand together: 'Card'. */
  part: string;
  /** What has to be pressed, or looked at. */
  note?: string;
  /** One below the other over the whole width, as tables stand on a screen. */
  isWide?: boolean;
  /** The part by the name of its state. */
  states: Record<string, ReactNode>;
};

/** The id of a part's section, to which the contents lead. */
export function idOf({ part }: PartStates): string {
  return part.toLowerCase().replaceAll(/[^a-z]+/g, '-');
}

/** One part under its name, with a caption for each state. */
export function PartSection(props: PartStates) {
  const { part, note, isWide, states } = props;
  return (
    <section id={idOf(props)} className={css.part}>
      <h2 className={css.name}>{part}</h2>
      {note ? <p className={css.note}>{note}</p> : null}
      <div className={css.states} data-wide={isWide}>
        {Object.entries(states).map(([state, shown]) => (
          <figure key={state} className={css.state}>
            <figcaption className={css.caption}>{state}</figcaption>
            {shown}
          </figure>
        ))}
      </div>
    </section>
  );
}
