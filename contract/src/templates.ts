export const TEMPLATE_NAME_MAX = 100;
/** The longest message that Instagram takes. */
export const TEMPLATE_CONTENT_MAX = 1000;

/** The blank that is filled with the newest stated source of a person (docs/behaviour.md#blanks). */
export const SOURCE = 'source';
