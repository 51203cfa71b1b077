import css from './drawing.module.css';

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
  return <div className={css.drawing} data-of={of} aria-hidden="true" />;
}
