import { DialogFrame } from '../ui/feedback/dialog-frame.tsx';
import { SHORTCUTS } from './shortcuts.ts';
import css from './shortcuts-dialog.module.css';

/** All the keys at once, for `?`. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  return (
    <DialogFrame title="Keyboard shortcuts" onClose={onClose}>
      {SHORTCUTS.map(({ where, keys }) => (
        <section key={where} className={css.group}>
          <h3 className={css.where}>{where}</h3>
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
