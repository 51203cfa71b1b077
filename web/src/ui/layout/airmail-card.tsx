import { type ReactNode, useEffect } from 'react';
import { keepFocus } from '../focus/keep-focus.ts';
import css from './airmail-card.module.css';
import { Logo } from './logo.tsx';
import { Postmark } from './postmark.tsx';

/** The card of the pages outside the shell (login, register, password), with the airmail edge. */
export function AirmailCard(props: { title: string; sentence?: ReactNode; children: ReactNode }) {
  // Like the shell for its screens: the button is disabled while its form is sent.
  useEffect(keepFocus, []);
  return (
    <main className={css.page}>
      <div className={`${css.card} surface`}>
        <div className={css.brand}>
          <Logo size={28} />
          <span>Pigeonpost</span>
          <span className={css.postmark}>
            <Postmark />
          </span>
        </div>
        <h1 className={css.title}>{props.title}</h1>
        {props.sentence ? <p className={`${css.sentence} dimmed`}>{props.sentence}</p> : null}
        {props.children}
      </div>
      <p className={`${css.motto} dimmed`}>Write to people who expect to hear from you.</p>
    </main>
  );
}
