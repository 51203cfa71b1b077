export const TEMPLATE_NAME_MAX = 100;
/** The longest message that Instagram takes. */
export const TEMPLATE_CONTENT_MAX = 1000;
