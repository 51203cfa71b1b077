import { DialogFrame } from '../ui/feedback/dialog-frame.tsx';
import css from './shortcuts-dialog.module.css';

/** Every key that works on a page, for the list of keys. */
const SHORTCUTS: { where: string; keys: { keys: string[]; does: string }[] }[] = [
  {
    where: 'Everywhere',
    keys: [
      { keys: ['Ctrl', 'K'], does: 'Search, or type what to do' },
      { keys: ['/'], does: 'Search this list' },
      { keys: ['c'], does: 'New campaign' },
      { keys: ['?'], does: 'Show these keys' },
      { keys: ['Esc'], does: 'Close what is open' },
    ],
  },
  {
    where: 'On a campaign',
    keys: [{ keys: ['p'], does: 'Open its plan' }],
  },
  {
    where: 'In a table',
    keys: [
      { keys: ['j'], does: 'Next row' },
      { keys: ['k'], does: 'Previous row' },
      { keys: ['Enter'], does: 'Open the row' },
      { keys: ['p'], does: 'Open the person of the row' },
      { keys: ['t'], does: 'Tag the recipient of the row' },
      { keys: ['f'], does: 'Filter the list by what is known' },
      { keys: ['x'], does: 'Select the row' },
      { keys: ['Shift', 'click'], does: 'Select all rows up to this one' },
    ],
  },
];

/** The list of keys, for `?`. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  return (
    <DialogFrame title="Keyboard shortcuts" onClose={onClose}>
      {SHORTCUTS.map(({ where, keys }) => (
        <section key={where} className={css.group}>
          <h3 className={`${css.where} note`}>{where}</h3>
          <dl>
            {keys.map(({ keys, does }) => (
              <div key={does} className={css.line}>
                <dt>{does}</dt>
                <dd>
                  {keys.map((key) => (
                    <kbd key={key} className={css.key}>
                      {key}
                    </kbd>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </DialogFrame>
  );
}
