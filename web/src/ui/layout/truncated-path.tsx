import css from './truncated-path.module.css';

/** A folder's path that loses its middle, never its end; whole on hover. */
export function TruncatedPath({ path }: { path: string }) {
  const cut = Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1;
  return (
    <span className={css.path} title={path}>
      <span className={css.start}>{path.slice(0, cut)}</span>
      <span className={css.end}>{path.slice(cut)}</span>
    </span>
  );
}
