/** The reason for people who replied (docs/behaviour.md#replies); the day follows. */
export const REPLIED_ON = 'Replied, on ';

/** The end of the reason for people to whom the budget lets nothing more be sent (docs/behaviour.md#budget). */
export const WITHOUT_REPLY = ' without a reply';

/** The reason for people of whom it is not stated where they are from (docs/behaviour.md#sources). */
export const NO_STATED_SOURCE = 'No stated source';
