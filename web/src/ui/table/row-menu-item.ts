import type { ComponentType } from 'react';

/** One action of a row's menu. */
export type RowMenuItem = {
  label: string;
  icon: ComponentType<{ size?: number }>;
  onPress: () => void;
  /** Red, and below a line. */
  danger?: boolean;
  /** Why it is off; shown in the item, which the keyboard still reaches. */
  offReason?: string | undefined;
};
