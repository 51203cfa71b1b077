import css from './switch.module.css';

type SwitchProps = {
  /** The accessible name: 'kiln.club is active'. */
  label: string;
  checked: boolean;
  onToggle: () => void;
  /** While a change is under way, which no other can follow yet. */
  isBusy?: boolean;
  /** Set by ReasonTip while it is off. */
  'aria-disabled'?: true;
  'aria-describedby'?: string;
};

/** On or off, at once. */
export function Switch({ label, checked, onToggle, isBusy = false, ...tip }: SwitchProps) {
  return (
    <input
      type="checkbox"
      // biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox says itself whether it is checked
      role="switch"
      className={css.switch}
      aria-label={label}
      aria-busy={isBusy}
      checked={checked}
      onChange={() => {
        if (!tip['aria-disabled']) onToggle();
      }}
      {...tip}
    />
  );
}
