import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Logo } from '../ui/layout/logo.tsx';
import { FilterSelect } from '../ui/table/filter-select.tsx';
import { FOLDERS } from './folders.ts';
import css from './gallery.module.css';

const SCHEMES = [
  { value: 'system', label: 'As the system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'both', label: 'Side by side' },
] as const;

/** The way to the folders, and the scheme; not in the halves of a page that shows both schemes. */
export function GalleryBar() {
  const { scheme = 'system' } = useSearch({ strict: false });
  const navigate = useNavigate();
  if (window.parent !== window) return null;
  return (
    <div className={css.bar}>
      <Link to="/gallery/{-$folder}" params={{ folder: undefined }} search={true} className={css.home}>
        <Logo /> Gallery
      </Link>
      <nav aria-label="Folders" className={css.folders}>
        {Object.keys(FOLDERS).map((folder) => (
          <Link
            key={folder}
            to="/gallery/{-$folder}"
            params={{ folder }}
            search={true}
            activeOptions={{ includeSearch: false }}
          >
            {folder}
          </Link>
        ))}
      </nav>
      <FilterSelect
        label="Scheme"
        isLabelShown
        options={SCHEMES}
        value={scheme}
        onChange={(chosen) =>
          navigate({ to: '.', search: chosen === 'system' ? {} : { scheme: chosen }, resetScroll: false })
        }
      />
    </div>
  );
}
