import { shownName } from '@pigeonpost/contract/recipients';
import { Link } from '@tanstack/react-router';
import { paths } from '../paths.ts';
import css from './person-link.module.css';

/** A person's name, without @, as a link to their page, for every screen. */
export function PersonLink({ name }: { name: string }) {
  return (
    <Link
      to={paths.person}
      params={{ name }}
      className={`${css.name} link one-line`}
      title={shownName(name)}
      dir="auto"
    >
      {shownName(name)}
    </Link>
  );
}
