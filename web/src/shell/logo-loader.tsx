import { Logo } from '../ui/layout/logo.tsx';
import css from './logo-loader.module.css';

/** The mark alone on the page while the session is checked, and why that takes long. */
export function LogoLoader({ hasTrouble }: { hasTrouble: boolean }) {
  return (
    <main className={css.page} aria-label="Loading Pigeonpost">
      <h1 className={css.mark} aria-label="Pigeonpost">
        <Logo size={48} />
      </h1>
      <p className={css.trouble} role="status">
        {hasTrouble ? 'Pigeonpost cannot be reached. Trying again…' : null}
      </p>
    </main>
  );
}
