import { Mark } from '../ui/layout/mark.tsx';
import css from './logo-loader.module.css';

/** The mark alone on the page while the session is checked. */
export function LogoLoader() {
  return (
    <div className={css.page} role="status" aria-label="Loading Pigeonpost">
      <Mark size={48} />
    </div>
  );
}
