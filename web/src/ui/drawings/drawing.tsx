import type { CSSProperties } from 'react';
import css from './drawing.module.css';

const PICTURES = import.meta.glob<string>('./*.svg', { eager: true, query: '?url', import: 'default' });

/** The pictures of this folder, in lines like those of the postmark. */
export type DrawingName =
  | 'answers'
  | 'cards'
  | 'envelope'
  | 'glass'
  | 'letter'
  | 'letterbox'
  | 'loft'
  | 'machine'
  | 'people'
  | 'wire';

/** The missing thing on an empty screen, drawn. Decorative; its file is fetched when it is shown. */
export function Drawing({ of }: { of: DrawingName }) {
  const picture = { '--picture': `url(${PICTURES[`./${of}.svg`]})` } as CSSProperties;
  return <div className={css.drawing} style={picture} aria-hidden="true" />;
}
