import { Link } from '@tanstack/react-router';
import { ReasonButton } from '../../ui/form/reason-button.tsx';
import { AirmailCard } from '../../ui/layout/airmail-card.tsx';
import css from '../gallery.module.css';
import { doNothing } from '../samples.ts';

/** AirmailCard on a whole screen, as outside of the shell. */
export function WholeScreen() {
  return (
    <AirmailCard
      title="Welcome Back!"
      sentence={
        <>
          The{' '}
          <Link to="/gallery/{-$folder}" params={{ folder: 'form' }} search={true} className={css.link}>
            forms
          </Link>{' '}
          that stand in it are shown with the others.
        </>
      }
    >
      <div className={css.row}>
        <ReasonButton onClick={doNothing}>Log in</ReasonButton>
      </div>
    </AirmailCard>
  );
}
