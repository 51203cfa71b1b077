import type { CSSProperties } from 'react';
import css from './truncated-path.module.css';

/** A folder's path that loses its middle, never its end; whole on hover, and one line when copied. */
export function TruncatedPath({ path }: { path: string }) {
  const cut = Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1;
  const end = path.slice(cut);
  return (
    <span
      className={`${css.path} one-line`}
      title={path}
      style={{ '--end': `${columnsOf(end)}ch` } as CSSProperties}
    >
      <span className={css.start}>{path.slice(0, cut)}</span>
      {end}
    </span>
  );
}

/** The width in columns of a monospaced font: East Asian characters take two. */
function columnsOf(text: string): number {
  return [...text].reduce((sum, letter) => sum + (letter > '\u2e7f' ? 2 : 1), 0);
}
