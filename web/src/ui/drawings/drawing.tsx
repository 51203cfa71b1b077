import type { CSSProperties } from 'react';
import css from './drawing.module.css';

/** The pictures of public/drawings, in lines like those of the postmark. */
export type DrawingName =
  | 'answers'
  | 'cards'
  | 'envelope'
  | 'glass'
  | 'letter'
  | 'letterbox'
  | 'loft'
  | 'people'
  | 'wire';

/** The missing thing on an empty screen, drawn. Decorative; its file is fetched when it is shown. */
export function Drawing({ of }: { of: DrawingName }) {
  const picture = { '--picture': `url(/drawings/${of}.svg)` } as CSSProperties;
  return <div className={css.drawing} style={picture} aria-hidden="true" />;
}
