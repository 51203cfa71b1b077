import { IconBrandFirefox, IconCircleCheckFilled } from '@tabler/icons-react';
import { toast } from '../../ui/feedback/toast.ts';
import { CopyIcon } from '../../ui/form/copy-button.tsx';
import { TruncatedPath } from '../../ui/layout/truncated-path.tsx';
import css from './installation-card.module.css';

/** A machine's report of its Firefox. */
export type Installation = {
  detected: boolean;
  version: string | null;
  profiles_dir: string | null;
  firefox_executable: string | null;
  error: string | null;
};

/** Whether a machine has Firefox and where, or what to do about it. */
export function InstallationCard({ firefox, machine }: { firefox: Installation; machine: string }) {
  const { detected, version, profiles_dir, firefox_executable, error } = firefox;
  return (
    <section className={`${css.card} surface`} aria-label="Firefox installation">
      <div className={css.head}>
        <span className={css.tile} data-missing={!detected}>
          <IconBrandFirefox size={20} aria-hidden="true" />
        </span>
        <div className={css.words}>
          <h2 className={css.title}>
            {detected ? 'Firefox Detected' : 'Firefox Not Found'}
            {detected ? <IconCircleCheckFilled size={16} className={css.tick} aria-hidden="true" /> : null}
          </h2>
          <p className="dimmed">
            {detected && version ? `Version ${version} on ${machine}` : `On ${machine}`}
          </p>
        </div>
      </div>
      {profiles_dir ? <Place label="Profiles directory" path={profiles_dir} /> : null}
      {firefox_executable ? <Place label="Executable" path={firefox_executable} /> : null}
      {error || !detected ? (
        <div className={css.failure} role="alert">
          {error ? <p className={css.error}>{error}</p> : null}
          <p className="dimmed">
            Please ensure that Firefox is installed on {machine}, start it there once, and press Refresh.
          </p>
        </div>
      ) : null}
    </section>
  );
}

function Place({ label, path }: { label: string; path: string }) {
  return (
    <div className={css.place}>
      <p className="note">{label}</p>
      <div className={css.line}>
        <TruncatedPath path={path} />
        <CopyIcon
          text={path}
          label={`Copy ${label.toLowerCase()}`}
          onFailed={() => toast.error('Failed to copy the path')}
        />
      </div>
    </div>
  );
}
