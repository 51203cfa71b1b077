import { Logo } from '../../ui/layout/logo.tsx';
import { Postmark } from '../../ui/layout/postmark.tsx';
import css from '../gallery.module.css';
import type { PartStates } from '../part-states.tsx';

/** The two drawings of the product itself. */
export const marks: PartStates[] = [
  {
    part: 'Logo',
    states: {
      'In its sizes': (
        <div className={css.row}>
          <Logo />
          <Logo size={28} />
          <Logo size={48} />
        </div>
      ),
    },
  },
  { part: 'Postmark', states: { 'On the page': <Postmark /> } },
];
