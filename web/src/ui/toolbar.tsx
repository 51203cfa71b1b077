import { ActionIcon, Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { ButtonLink } from './button-link.tsx';
import { useIsPhone } from './media.ts';
import { ReasonButton } from './reason-button.tsx';
import { SearchField } from './search-field.tsx';
import css from './toolbar.module.css';

type Primary = {
  label: string;
  /** Why it is off now; without it the button works. */
  offReason?: string | undefined;
} & ({ to: string } | { onPress: () => void });

type ToolbarProps = {
  search?: { label: string; value: string; onSearch: (text: string) => void };
  /** Selects; on phones a full-width row of their own. */
  filters?: ReactNode;
  /** Given while any filter is set: shows Reset. */
  onReset?: (() => void) | undefined;
  /** Secondary buttons or a grey line, left of the primary. */
  actions?: ReactNode;
  primary?: Primary;
};

/** The row above a list: search, filters, Reset, actions, and the primary button at the right. */
export function Toolbar({ search, filters, onReset, actions, primary }: ToolbarProps) {
  const isPhone = useIsPhone();
  return (
    <div className={css.toolbar}>
      {search ? <SearchField className={css.search} {...search} /> : null}
      {primary && isPhone ? <PrimaryButton {...primary} compact /> : null}
      {filters ? <div className={css.filters}>{filters}</div> : null}
      {onReset ? (
        <Button variant="subtle" className={css.reset} onClick={onReset}>
          Reset
        </Button>
      ) : null}
      <span className={css.space} />
      {actions ? <div className={css.actions}>{actions}</div> : null}
      {primary && !isPhone ? <PrimaryButton {...primary} /> : null}
    </div>
  );
}

function PrimaryButton(props: Primary & { compact?: boolean }) {
  const { label, offReason, compact } = props;
  if (offReason) {
    return (
      <ReasonButton
        reason={offReason}
        leftSection={compact ? undefined : <IconPlus size={16} />}
        square={compact}
      >
        {compact ? <IconPlus size={20} aria-label={label} /> : label}
      </ReasonButton>
    );
  }
  if (compact) {
    return 'to' in props ? (
      <ButtonLink to={props.to} className={css.plus} aria-label={label}>
        <IconPlus size={20} />
      </ButtonLink>
    ) : (
      <ActionIcon variant="filled" className={css.plus} aria-label={label} onClick={props.onPress}>
        <IconPlus size={20} />
      </ActionIcon>
    );
  }
  return 'to' in props ? (
    <ButtonLink to={props.to} leftSection={<IconPlus size={16} />}>
      {label}
    </ButtonLink>
  ) : (
    <Button leftSection={<IconPlus size={16} />} onClick={props.onPress}>
      {label}
    </Button>
  );
}
