import { Button } from '@mantine/core';
import { IconAdjustmentsHorizontal, IconPlus } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { paths, type ScreenPath } from '../../paths.ts';
import { ButtonLink } from '../form/button-link.tsx';
import { ReasonButton } from '../form/reason-button.tsx';
import { useIsPhone } from '../layout/media.ts';
import { SearchField } from './search-field.tsx';
import css from './toolbar.module.css';

type Primary = {
  label: string;
  /** Why it is off now; without it the button works. */
  offReason?: string | undefined;
} & ({ to: ScreenPath } | { onPress: () => void });

type ToolbarProps = {
  search?: { label: string; value: string; onSearch: (text: string) => void };
  /** Selects; on phones a full-width row of their own. */
  filters?: ReactNode;
  /** On phones the filters are behind a button beside the search, shown by themselves while one of them is set. */
  folds?: { isSet: boolean };
  /** Given while any filter is set: shows Reset. */
  onReset?: (() => void) | undefined;
  /** Whether Reset stands there while nothing is set too, and is off then. */
  keepsReset?: boolean;
  /** Secondary buttons or a grey line, left of the primary. */
  actions?: ReactNode;
  primary?: Primary;
  /**
   * Whether the list is not known yet: it may turn out to be empty, where its first step stands in another place. Until
   * then the actions only have their place reserved, because a press on one that goes away is lost.
   */
  isPending?: boolean;
};

/** The row above a list: search, filters, Reset, actions, and the primary button at the right. */
export function Toolbar(props: ToolbarProps) {
  const { search, filters, folds, onReset, keepsReset = false, actions, primary, isPending = false } = props;
  const isPhone = useIsPhone();
  const [isUnfolded = folds?.isSet, setUnfolded] = useState<boolean>();
  const isFolding = isPhone && folds !== undefined;
  return (
    <div className={css.toolbar} data-pending={isPending || undefined}>
      {search ? <SearchField className={css.search} {...search} /> : null}
      {primary && search && isPhone ? (
        <div className={css.primary}>
          <PrimaryButton {...primary} compact />
        </div>
      ) : null}
      {isFolding ? (
        <Button
          variant="default"
          className={css.plus}
          aria-label="Filters and order"
          aria-expanded={isUnfolded}
          onClick={() => setUnfolded(!isUnfolded)}
        >
          <IconAdjustmentsHorizontal size={20} />
        </Button>
      ) : null}
      {filters && (!isFolding || isUnfolded) ? <div className={css.filters}>{filters}</div> : null}
      {onReset || keepsReset ? (
        <Button variant="subtle" className={css.reset} disabled={!onReset} onClick={onReset}>
          Reset
        </Button>
      ) : null}
      <div className={css.right}>
        {actions ? <div className={css.actions}>{actions}</div> : null}
        {primary && !(search && isPhone) ? <PrimaryButton {...primary} compact={isPhone} /> : null}
      </div>
    </div>
  );
}

function PrimaryButton(props: Primary & { compact?: boolean }) {
  const { label, offReason, compact } = props;
  const plus = compact ? undefined : <IconPlus size={16} />;
  const content = compact ? <IconPlus size={20} /> : label;
  if ('to' in props && !offReason) {
    return (
      <ButtonLink
        to={props.to}
        className={compact ? css.plus : undefined}
        leftSection={plus}
        aria-label={label}
        {...(props.to === paths.newCampaign ? { title: `${label} (c)`, 'aria-keyshortcuts': 'c' } : {})}
      >
        {content}
      </ButtonLink>
    );
  }
  return (
    <ReasonButton
      reason={offReason}
      square={compact}
      leftSection={plus}
      aria-label={label}
      onClick={'onPress' in props ? props.onPress : undefined}
    >
      {content}
    </ReasonButton>
  );
}
